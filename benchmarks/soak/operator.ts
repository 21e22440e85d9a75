/**
 * The operator of the soak test: `node --expose-gc operator.js --config=<kubeconfig>`. Prints `ready`, and then its
 * memory and handles as a line of JSON every ten seconds.
 */
import { parseArgs } from 'node:util';
import { createLogger, Manager, shutdownSignal } from '@opgen/runtime';
import { ConfigMap } from '@opgen/runtime/kinds/core/v1';
import { Memcached } from '../reconcile/memcached.ts';
import { MemcachedReconciler } from '../reconcile/reconciler.ts';

const { values } = parseArgs({ options: { config: { type: 'string', default: '' } } });

const manager = new Manager({
  kubeConfig: { path: values.config },
  fieldManager: 'soak',
  log: createLogger({ level: 'silent' }),
});

let reconciles = 0;
const reconciler = new MemcachedReconciler(manager.client, 'apply');
manager
  .controller('memcached')
  .for(Memcached)
  .owns(ConfigMap)
  .withOptions({ concurrency: 10 })
  .reconcileWith({
    reconcile: (request) => {
      reconciles += 1;
      return reconciler.reconcile(request);
    },
  });

function report(): void {
  globalThis.gc?.();
  const { rss, heapUsed } = process.memoryUsage();
  const resources = process.getActiveResourcesInfo();
  const timers = resources.filter((resource) => resource === 'Timeout').length;
  const relists = manager.cache.status().reduce((sum, kind) => sum + kind.relists, 0);
  const sample = { rss, heapUsed, handles: resources.length - timers, timers, reconciles, relists };
  process.stdout.write(`${JSON.stringify(sample)}\n`);
}

const signal = shutdownSignal();
const reports = manager.ready.then(() => {
  process.stdout.write('ready\n');
  return setInterval(report, 10_000);
});
await manager.start(signal);
clearInterval(await reports);
