import type { Metrics } from '../metrics/metrics.ts';
import type { Cache } from './cache.ts';

// A kind may be cached as whole objects, as metadata only and as projections.
const labels = ['group', 'version', 'kind', 'view'] as const;

/** Registers the metrics of the cache. */
export function measureCache(metrics: Metrics, cache: Cache): void {
  const objects = metrics.gauge({
    name: 'opgen_cache_objects',
    help: 'Number of objects in the cache.',
    labels,
  });
  const synced = metrics.gauge({
    name: 'opgen_cache_synced',
    help: 'Whether the initial list of the kind is complete.',
    labels,
  });
  const relists = metrics.counter({
    name: 'opgen_cache_relists_total',
    help: 'Total number of relists, because a watch could not resume from its last resource version.',
    labels,
  });
  const idle = metrics.gauge({
    name: 'opgen_cache_watch_idle_seconds',
    help: 'Seconds since the last event or bookmark of the watch. The readiness check fails above 600.',
    labels,
  });
  metrics.onScrape(() => {
    for (const status of cache.status()) {
      const { group, version, kind, view } = status.kind;
      const viewName = view === undefined ? '' : view.metadataOnly ? 'metadata' : 'projection';
      const series = { group, version, kind, view: viewName };
      objects.set(status.objects, series);
      synced.set(status.synced ? 1 : 0, series);
      relists.with(series).reach(status.relists);
      if (status.idleTime !== undefined) idle.set(status.idleTime / 1000, series);
    }
  });
}
