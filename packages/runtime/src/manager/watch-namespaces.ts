/**
 * The comma-separated namespaces in WATCH_NAMESPACE, for the manager's `namespaces` option. The Deployment of a
 * namespaced operator sets it. The empty string means all namespaces, as OLM sets it. Throws if the variable is not
 * set, so that a namespaced operator does not watch all namespaces by accident.
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
      `WATCH_NAMESPACE names ${JSON.stringify(wrong)}, which is not a valid namespace name: ${text}`,
    );
  }
  return namespaces.length === 0 ? undefined : [...new Set(namespaces)];
}
