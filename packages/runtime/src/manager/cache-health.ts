import type { Cache, KindStatus } from '../cache/cache.ts';
import type { HealthCheck } from './health-checks.ts';

/** Fails while a kind has not been read yet, or may not be read: a controller would act on half of the truth. */
export function cacheHealth(cache: Cache): HealthCheck {
  return () => {
    const complaints = cache.status().flatMap((status) => complaint(status) ?? []);
    if (complaints.length > 0) throw new Error(complaints.join('; '));
  };
}

function complaint({ kind, synced, problems }: KindStatus): string | undefined {
  const name = `${kind.kind} (${kind.apiVersion})`;
  const forbidden = problems.find(({ reason }) => reason === 'Forbidden');
  if (forbidden !== undefined) return `${name}: ${forbidden.message}`;
  if (synced) return undefined;
  return `${name}: ${problems[0]?.message ?? 'not read yet'}`;
}
