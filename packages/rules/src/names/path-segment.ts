/** Why a text cannot be a segment of a path, as every name must be. */
export function pathSegmentProblems(name: string): string[] {
  if (name === '.') return [`may not be '.'`];
  if (name === '..') return [`may not be '..'`];
  return ['/', '%'].filter((character) => name.includes(character)).map((c) => `may not contain '${c}'`);
}
