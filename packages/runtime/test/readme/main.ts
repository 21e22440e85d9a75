import { Manager, shutdownSignal } from '@opgen/runtime';
import { Deployment } from '@opgen/runtime/kinds/apps/v1';
import { Memcached } from './memcached.ts';
import { MemcachedReconciler } from './memcached-reconciler.ts';

const manager = new Manager({ health: { bindAddress: ':8081' } });

manager
  .controller('memcached')
  .for(Memcached)
  .owns(Deployment)
  .reconcileWith(new MemcachedReconciler(manager.client));

await manager.start(shutdownSignal());
