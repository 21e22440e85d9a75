/**
 * Compares two resource versions of one kind: negative if `a` is older than `b`.
 *
 * Resource versions are integers (guaranteed since Kubernetes 1.35) and may be too large for `number`.
 */
export function compareResourceVersion(a: string, b: string): number {
  requireNumber(a);
  requireNumber(b);
  if (a.length !== b.length) return a.length - b.length;
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

function requireNumber(resourceVersion: string): void {
  if (/^(0|[1-9]\d*)$/.test(resourceVersion)) return;
  throw new Error(`invalid resource version ${JSON.stringify(resourceVersion)}: expected an integer`);
}
