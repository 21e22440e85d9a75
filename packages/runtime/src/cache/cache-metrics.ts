import type { Metrics } from '../metrics/metrics.ts';
import type { Cache } from './cache.ts';

// A kind may be in memory whole, as its metadata and in projections.
const labels = ['group', 'version', 'kind', 'view'] as const;

/** Shows how the kinds in memory fare. */
export function measureCache(metrics: Metrics, cache: Cache): void {
  const objects = metrics.gauge({ name: 'opgen_cache_objects', help: 'Objects in memory.', labels });
  const synced = metrics.gauge({
    name: 'opgen_cache_synced',
    help: 'Whether all that exists of the kind has been read.',
    labels,
  });
  const relists = metrics.counter({
    name: 'opgen_cache_relists_total',
    help: 'How often everything was read again, as the server could not go on from where a watch ended.',
    labels,
  });
  const silence = metrics.gauge({
    name: 'opgen_cache_watch_silence_seconds',
    help: 'How long ago the API server last said something about the kind. Above 300 the watch is in trouble.',
    labels,
  });
  metrics.onScrape(() => {
    for (const status of cache.status()) {
      const { group, version, kind, view } = status.kind;
      const shown = view === undefined ? '' : view.metadataOnly ? 'metadata' : 'projection';
      const series = { group, version, kind, view: shown };
      objects.set(status.objects, series);
      synced.set(status.synced ? 1 : 0, series);
      relists.with(series).reach(status.relists);
      if (status.silence !== undefined) silence.set(status.silence / 1000, series);
    }
  });
}
