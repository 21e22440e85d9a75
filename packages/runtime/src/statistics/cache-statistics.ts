import type { KindStatus } from '../cache/cache.ts';
import type { CacheStatistics } from './statistics.ts';

/** The cached kinds of a cluster. */
export function cacheStatistics(
  status: readonly KindStatus[],
  cluster: string | undefined,
): CacheStatistics[] {
  return status.map(({ idleTime, kind, objects, relists, synced }) => ({
    ...(cluster !== undefined && { cluster }),
    apiVersion: kind.apiVersion,
    kind: kind.kind,
    ...(kind.view !== undefined && { view: kind.view.metadataOnly ? 'metadata' : 'projection' }),
    objects,
    synced,
    relists,
    ...(idleTime !== undefined && { idle: idleTime }),
  }));
}
