import { compareResourceVersion } from '../objects/resource-version.ts';

const number = /^\d+$/;

/**
 * Whether resource version `a` is surely older than `b`. Some aggregated API servers hand out versions
 * that have no order: there, what comes later counts as newer.
 */
export function isOlder(a: string, b: string): boolean {
  return number.test(a) && number.test(b) && compareResourceVersion(a, b) < 0;
}
