import { longestRetryAfter } from '../transport/retry-after.ts';
import { ApiError } from './errors.ts';

/** Milliseconds that the server asks to wait before the next try: 0 if it does not, and never more than a minute. */
export function requestedDelay(error: unknown): number {
  const seconds = error instanceof ApiError ? (error.retryAfterSeconds ?? 0) : 0;
  return Math.min(Math.max(seconds, 0), longestRetryAfter) * 1000;
}
