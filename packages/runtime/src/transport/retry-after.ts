/**
 * The longest wait that a server can request, in seconds. Longer ones, for instance from a proxy, are not honored.
 */
export const longestRetryAfter = 60;

/**
 * The seconds in the `Retry-After` header of a response. A date is compared with the `Date` header of the same
 * response, so clock skew does not matter.
 */
export function retryAfterSeconds(
  headers: Readonly<Record<string, string | string[] | undefined>>,
): number | undefined {
  const { 'retry-after': header, date } = headers;
  if (typeof header !== 'string') return undefined;
  if (/^\s*\d+(\.\d+)?\s*$/.test(header)) return Number(header);
  // Date.parse accepts almost any text; every HTTP date begins with the day of the week.
  const until = /^[A-Z][a-z]+,? /.test(header) ? Date.parse(header) : Number.NaN;
  const now = typeof date === 'string' ? Date.parse(date) : Number.NaN;
  if (Number.isNaN(until)) return undefined;
  return Math.max(0, Math.ceil((until - (Number.isNaN(now) ? Date.now() : now)) / 1000));
}
