import type { Cache, KindStatus } from '../cache/cache.ts';
import type { HealthCheck } from './health-checks.ts';

/**
 * Watches end after at most five minutes and are renewed. Two such periods without any event mean that connections
 * fail.
 */
const longestIdleTime = 10 * 60_000;

/** Fails while a kind has not synced or is forbidden: a controller would act on incomplete data. */
export function cacheHealth(cache: Cache): HealthCheck {
  return checkOf(cache, ({ kind, synced, problems }) => {
    const forbidden = problems.find(({ reason }) => reason === 'Forbidden');
    if (forbidden !== undefined) return `${nameOf(kind)}: ${forbidden.message}`;
    if (synced) return undefined;
    return `${nameOf(kind)}: ${problems[0]?.message ?? 'cache not synced'}`;
  });
}

/** Fails when a watch has been idle for too long: the cache may be stale. */
export function watchHealth(cache: Cache): HealthCheck {
  return checkOf(cache, ({ kind, idleTime = 0, problems }) => {
    if (idleTime < longestIdleTime) return undefined;
    const minutes = Math.floor(idleTime / 60_000);
    const why = problems[0] === undefined ? '' : ` (${problems[0].message})`;
    return `${nameOf(kind)}: no watch event for ${minutes} minutes${why}`;
  });
}

function checkOf(cache: Cache, problemOf: (status: KindStatus) => string | undefined): HealthCheck {
  return () => {
    const found = cache.status().flatMap((status) => problemOf(status) ?? []);
    if (found.length > 0) throw new Error(found.join('; '));
  };
}

function nameOf({ kind, apiVersion }: KindStatus['kind']): string {
  return `${kind} (${apiVersion})`;
}
