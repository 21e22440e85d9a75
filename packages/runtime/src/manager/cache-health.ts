import type { Cache, KindStatus } from '../cache/cache.ts';
import type { HealthCheck } from './health-checks.ts';

/**
 * No watch of ours lives longer than five minutes, and its end is a sign of life too. Where nothing was heard
 * for two such lives, connections die, or none come about.
 */
const longestSilence = 10 * 60_000;

/** Fails while a kind has not been read yet, or may not be read: a controller would act on half of the truth. */
export function cacheHealth(cache: Cache): HealthCheck {
  return checkOf(cache, ({ kind, synced, problems }) => {
    const forbidden = problems.find(({ reason }) => reason === 'Forbidden');
    if (forbidden !== undefined) return `${nameOf(kind)}: ${forbidden.message}`;
    if (synced) return undefined;
    return `${nameOf(kind)}: ${problems[0]?.message ?? 'not read yet'}`;
  });
}

/** Fails when the server has said nothing about a kind for long: what is in memory may be anything but the truth. */
export function watchHealth(cache: Cache): HealthCheck {
  return checkOf(cache, ({ kind, silence = 0, problems }) => {
    if (silence < longestSilence) return undefined;
    const minutes = Math.floor(silence / 60_000);
    const why = problems[0] === undefined ? '' : ` (${problems[0].message})`;
    return `${nameOf(kind)}: nothing heard for ${minutes} minutes${why}`;
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
