import { Manager } from '@opgen/runtime';
import type { MetricsRegistry } from '@opgen/runtime/metrics';
import { isWrite } from '@opgen/runtime/runs';

export function manage(): void {
  const manager = new Manager({ metrics: { bindAddress: ':8443' } });

  const resizes = manager.metrics.counter({
    name: 'memcached_resizes_total',
    help: 'How often a Memcached was resized, by direction.',
    labels: ['direction'],
  });
  resizes.increment({ direction: 'up' });

  const pools = manager.metrics.gauge({ name: 'memcached_pools', help: 'Pools that are open.' });
  manager.metrics.onScrape(() => pools.set(openPools().length));
}

export function append(register: MetricsRegistry): Manager {
  return new Manager({ metrics: { bindAddress: ':8443', registries: [register] } });
}

export function record(): void {
  const manager = new Manager({ runs: { limit: 500 } });

  manager.runs.subscribe(({ controller, object, causes, calls, duration }) => {
    const writes = calls.filter(isWrite).length;
    manager.log.info('run', { controller, object, causes, writes, duration });
  });
}

function openPools(): readonly string[] {
  return [];
}
