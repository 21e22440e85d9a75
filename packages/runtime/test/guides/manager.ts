import { createLogger, done, type Logger, Manager, shutdownSignal, watchNamespaces } from '@opgen/runtime';
import { Deployment } from '@opgen/runtime/kinds/apps/v1';
import { ConfigMap } from '@opgen/runtime/kinds/core/v1';
import { Memcached } from '../readme/memcached.ts';
import { MemcachedReconciler } from '../readme/memcached-reconciler.ts';

export async function run(): Promise<void> {
  const manager = new Manager({
    health: { bindAddress: ':8081' },
    namespaces: watchNamespaces(),
    gracefulShutdownTimeout: 20_000,
  });

  manager
    .controller('memcached')
    .for(Memcached)
    .owns(Deployment)
    .reconcileWith(new MemcachedReconciler(manager.client));

  await manager.start(shutdownSignal());
}

export function poll(manager: Manager, ask: (signal: AbortSignal) => Promise<void>): void {
  const stopping = new AbortController();
  let running: Promise<void> | undefined;
  manager.add({
    name: 'price poller',
    stage: 'services',
    start: async (fail) => {
      running = ask(stopping.signal).catch(fail);
    },
    stop: async () => {
      stopping.abort();
      await running;
    },
  });
  manager.addReadyCheck('prices', () => {
    if (running === undefined) throw new Error('not asked yet');
  });
}

export function share(): Manager {
  return new Manager({ objects: { selector: 'tier=gold', operator: 'blue' } });
}

export function mirror(manager: Manager): void {
  const member = manager.cluster('member', { kubeConfig: { context: 'member' } });

  manager
    .controller('mirror')
    .for(ConfigMap)
    .watches(ConfigMap, ({ metadata }) => [metadata], { cluster: member })
    .reconcileWith({
      reconcile: async (request) => {
        const settings = await manager.client.find(ConfigMap, request);
        if (settings?.metadata.labels?.['mirror'] !== 'yes') return done;
        const { name, namespace } = request;
        await member.client.apply(ConfigMap, { metadata: { name, namespace }, data: settings.data });
        return done;
      },
    });
}

export function quietly(write: (line: string) => void): Manager {
  return new Manager({ log: createLogger({ level: 'warn', format: 'json', destination: { write } }) });
}

export function resized(log: Logger, size: number): void {
  log.info('resized', { size });
}
