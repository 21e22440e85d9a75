import { decimal } from '../../duration/duration.ts';

/** Seconds as Go's strconv prints them: without exponent, with as many digits as needed. */
export function formatSeconds(nanoseconds: bigint): string {
  return nanoseconds < 0n ? `-${decimal(-nanoseconds, 9)}s` : `${decimal(nanoseconds, 9)}s`;
}
