/** Why a text is not the name of a time zone, in Go's words. */
export function timeZoneProblem(name: string): string | undefined {
  return name === 'Local' || isZone(name) ? undefined : `unknown time zone ${name}`;
}

/** JavaScript also accepts offsets such as +01:00, and names in lower case, which Go does not. */
function isZone(name: string): boolean {
  if (!/^[A-Z][^/]*(?:\/[A-Z][^/]*)*$/.test(name)) return false;
  try {
    Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
