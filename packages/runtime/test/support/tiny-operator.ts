// An operator in its own process. Takes the URL of an API server; exits on SIGTERM.
import { defineKind, done, Manager, requeueAfter, shutdownSignal } from '../../src/index.ts';
import { serverTransport } from '../../src/entry-points/transport.ts';
import type { Memcached } from './objects.ts';

const kind = defineKind<Memcached>({
  apiVersion: 'cache.example.com/v1',
  kind: 'Memcached',
  plural: 'memcacheds',
  scope: 'Namespaced',
});

const transport = serverTransport({ server: process.argv[2] ?? '' });
const manager = new Manager({
  transport,
  health: { bindAddress: '127.0.0.1:0' },
  metrics: { bindAddress: '127.0.0.1:0' },
  leaderElection: { enabled: true, id: 'tiny-operator', namespace: 'default' },
});
const events = manager.eventRecorder('tiny-operator');

manager
  .controller('memcached')
  .for(kind)
  .reconcileWith({
    reconcile: async (request) => {
      const { name } = request;
      const object = manager.cache.find(kind, request);
      if (object !== undefined) events.normal(object, 'Reconciled', `reconciled ${name}`);
      if (name === 'broken') throw new Error('always');
      console.log(`reconciled ${name}`);
      return name === 'later' ? requeueAfter('1h') : done;
    },
  });

await manager.start(shutdownSignal());
await transport.close();
console.log('stopped');
