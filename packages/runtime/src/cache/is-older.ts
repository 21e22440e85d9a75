import { compareResourceVersion } from '../objects/resource-version.ts';

const number = /^\d+$/;

/**
 * Whether resource version `a` is known to be older than `b`. The versions of some aggregated API servers are not
 * ordered; theirs count as newer in order of arrival.
 */
export function isOlder(a: string, b: string): boolean {
  return number.test(a) && number.test(b) && compareResourceVersion(a, b) < 0;
}
