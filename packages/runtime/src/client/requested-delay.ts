import { longestRetryAfter } from '../transport/retry-after.ts';
import { ApiError } from './errors.ts';

/** Milliseconds to wait before a retry, as the server requests: 0 if it does not, and at most one minute. */
export function requestedDelay(error: unknown): number {
  const seconds = error instanceof ApiError ? (error.retryAfterSeconds ?? 0) : 0;
  return Math.min(Math.max(seconds, 0), longestRetryAfter) * 1000;
}
