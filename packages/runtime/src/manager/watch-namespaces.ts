/**
 * The namespaces that WATCH_NAMESPACE names, separated by commas, for the option `namespaces` of a manager.
 *
 * The Deployment of a namespaced operator sets it. Empty, as OLM sets it for all namespaces, it stands for
 * all. Not set at all it is a mistake: an operator that is made for one namespace must not watch them all by
 * accident, nor fail at each of them.
 */
export function watchNamespaces(
  environment: Readonly<Record<string, string | undefined>> = process.env,
): readonly string[] | undefined {
  const text = environment['WATCH_NAMESPACE'];
  if (text === undefined) {
    const hint = 'set it to the namespaces to watch, separated by commas, or to nothing to watch all';
    throw new Error(`WATCH_NAMESPACE is not set: ${hint}`);
  }
  const namespaces = text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  const wrong = namespaces.find((name) => !/^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/.test(name));
  if (wrong !== undefined) {
    throw new Error(
      `WATCH_NAMESPACE names ${JSON.stringify(wrong)}, which is no name of a namespace: ${text}`,
    );
  }
  return namespaces.length === 0 ? undefined : [...new Set(namespaces)];
}
