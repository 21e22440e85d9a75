import type { Manager, Reconciler } from '@opgen/runtime';
import { Secret } from '@opgen/runtime/kinds/core/v1';
import { generationChanged } from '@opgen/runtime/predicates';
import { Memcached } from './memcached.ts';

export function setup(manager: Manager, reconciler: Reconciler): void {
  const { cache } = manager;
  cache.addIndex(Memcached, 'secret', ({ metadata }) => [`${metadata.namespace}/${metadata.name}-password`]);

  manager
    .controller('memcached-passwords')
    .for(Memcached, { predicates: [generationChanged] })
    .watches(Secret, ({ metadata }) =>
      cache
        .withIndex(Memcached, 'secret', `${metadata.namespace}/${metadata.name}`)
        .map((memcached) => memcached.metadata),
    )
    .withOptions({ concurrency: 4 })
    .reconcileWith(reconciler);
}
