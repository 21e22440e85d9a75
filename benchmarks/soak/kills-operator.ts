/** A replica of the operator that kills.ts kills: `node operator.js --config=<kubeconfig>`. */
import { parseArgs } from 'node:util';
import { controllerReference, createLogger, done, Manager, shutdownSignal } from '@opgen/runtime';
import { ConfigMap } from '@opgen/runtime/kinds/core/v1';
import { Memcached } from '../reconcile/memcached.ts';
import { lease } from './kills-lease.ts';

const { values } = parseArgs({ options: { config: { type: 'string', default: '' } } });

const manager = new Manager({
  kubeConfig: { path: values.config },
  fieldManager: 'kills',
  log: createLogger({ level: 'silent' }),
  leaderElection: {
    enabled: true,
    id: lease.name,
    namespace: lease.namespace,
    leaseDuration: lease.duration,
    renewDeadline: 4_000,
    retryPeriod: 1_000,
  },
});
const { client, cache } = manager;

// Each generation of an object gets one ConfigMap with a generated name. The API server cannot reject a second one, so
// only the cache prevents it.
manager
  .controller('memcached')
  .for(Memcached)
  .owns(ConfigMap)
  .withOptions({ concurrency: 10 })
  .reconcileWith({
    reconcile: async (request) => {
      const memcached = await client.find(Memcached, request);
      const observedGeneration = memcached?.metadata.generation ?? 0;
      if (memcached === undefined || memcached.status?.observedGeneration === observedGeneration) return done;
      const generation = String(observedGeneration);
      if (!cache.ownedBy(ConfigMap, memcached).some(({ data }) => data?.['generation'] === generation)) {
        const { name, namespace = '' } = memcached.metadata;
        await client.create(ConfigMap, {
          metadata: {
            generateName: `${name}-`,
            namespace,
            ownerReferences: [controllerReference(memcached)],
          },
          data: { generation },
        });
      }
      await client.patchStatus(Memcached, memcached, { observedGeneration, ready: true });
      return done;
    },
  });

await manager.start(shutdownSignal());
