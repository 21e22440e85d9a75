/**
 * The operator that is measured: `operator.js --config=<kubeconfig> --concurrency=<n> --write=<apply|create|none>`.
 *
 * It prints `ready` when its caches have synced. On SIGTERM it prints how long its requests took, and exits. It
 * corresponds to go/cmd/reconcile/main.go.
 */
import { parseArgs } from 'node:util';
import { createLogger, Manager, shutdownSignal } from '@opgen/runtime';
import { ConfigMap } from '@opgen/runtime/kinds/core/v1';
import { Memcached } from './memcached.ts';
import { MemcachedReconciler, type Write } from './reconciler.ts';

const { values } = parseArgs({
  options: {
    config: { type: 'string', default: '' },
    concurrency: { type: 'string', default: '1' },
    write: { type: 'string', default: 'apply' },
  },
});

const manager = new Manager({
  kubeConfig: { path: values.config },
  fieldManager: 'benchmark',
  log: createLogger({ level: 'error' }),
});

const reconciler = new MemcachedReconciler(manager.client, values.write as Write);
manager
  .controller('memcached')
  .for(Memcached)
  .owns(ConfigMap)
  .withOptions({ concurrency: Number(values.concurrency) })
  .reconcileWith(reconciler);

void manager.ready.then(() => process.stdout.write('ready\n'));
await manager.start(shutdownSignal());
process.stdout.write(`${JSON.stringify(reconciler.times)}\n`);
