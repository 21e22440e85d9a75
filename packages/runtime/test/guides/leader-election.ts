import { type Component, Manager, watchNamespaces } from '@opgen/runtime';
import { Memcached } from '../readme/memcached.ts';
import { MemcachedReconciler } from '../readme/memcached-reconciler.ts';

export function manage(): Manager {
  const manager = new Manager({
    leaderElection: { enabled: true, id: 'memcached-operator-leader' },
    namespaces: watchNamespaces(),
  });

  manager.controller('memcached').for(Memcached).reconcileWith(new MemcachedReconciler(manager.client));

  manager
    .controller('connection-pool')
    .for(Memcached)
    .withOptions({ everyReplica: true })
    .reconcileWith(new MemcachedReconciler(manager.client));

  const backup: Component = {
    name: 'nightly backup',
    stage: 'controllers',
    start: async () => {},
    stop: async () => {},
  };
  manager.add(backup);
  return manager;
}
