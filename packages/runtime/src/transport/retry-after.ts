/** The longest time that a server may make us wait, in seconds. What asks for more, such as a proxy, is not believed. */
export const longestRetryAfter = 60;

/**
 * Seconds that the `Retry-After` header of an answer asks to wait. A date is compared with the `Date` header of the same
 * answer, so a clock that runs ahead or behind does not matter.
 */
export function retryAfterSeconds(
  headers: Readonly<Record<string, string | string[] | undefined>>,
): number | undefined {
  const { 'retry-after': header, date } = headers;
  if (typeof header !== 'string') return undefined;
  if (/^\s*\d+(\.\d+)?\s*$/.test(header)) return Number(header);
  // Date.parse takes nearly anything; every form of an HTTP date begins with the day of the week.
  const until = /^[A-Z][a-z]+,? /.test(header) ? Date.parse(header) : Number.NaN;
  const now = typeof date === 'string' ? Date.parse(date) : Number.NaN;
  if (Number.isNaN(until)) return undefined;
  return Math.max(0, Math.ceil((until - (Number.isNaN(now) ? Date.now() : now)) / 1000));
}
