const digits = /^[1-9]\d*$/;

/**
 * Orders two resource versions of one kind: negative when `a` is older, positive when it is newer.
 *
 * They are integers of any length, which Number would round. An API server that hands out anything else
 * gives no order, and the answer is `undefined`.
 */
export function compareResourceVersions(a: string, b: string): number | undefined {
  if (a === b) return 0;
  if (!digits.test(a) || !digits.test(b)) return undefined;
  if (a.length !== b.length) return a.length - b.length;
  return a < b ? -1 : 1;
}

/** Whether `a` is surely older than `b`: without an order, the one that comes later counts as newer. */
export function isOlder(a: string, b: string): boolean {
  return (compareResourceVersions(a, b) ?? 0) < 0;
}
