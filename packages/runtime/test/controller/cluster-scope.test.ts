import { expect, test } from 'vitest';
import { ControllerBuilder } from '../../src/controller/controller-builder.ts';
import { done } from '../../src/controller/result.ts';
import { deferred } from '../../src/deferred.ts';
import { defineKind } from '../../src/objects/kind.ts';
import type { KubernetesObject } from '../../src/objects/object.ts';
import { settle } from '../support/fake-clock.ts';
import { Memcached, memcached } from '../support/objects.ts';
import { Subject } from './subject.ts';

interface Zone extends KubernetesObject {
  apiVersion: 'cache.example.com/v1';
  kind: 'Zone';
}

const Zone = defineKind<Zone>({
  apiVersion: 'cache.example.com/v1',
  kind: 'Zone',
  plural: 'zones',
  scope: 'Cluster',
});

test('ignores a namespace that a map function returns for a cluster-scoped object', async () => {
  const { cache, clock, log, server, filter } = new Subject();
  const host = { cache, clock, log, filter, random: () => 0, register: () => undefined };
  const requests: object[] = [];
  const hold = deferred();
  const controller = new ControllerBuilder(host, 'zones')
    .for(Zone)
    .watches(Memcached, ({ metadata: { namespace = '' } }) => [{ name: 'north', namespace }])
    .withOptions({ concurrency: 2 })
    .reconcileWith({
      reconcile: async (request) => {
        requests.push(request);
        await hold.promise;
        return done;
      },
    });
  cache.start();
  void controller.start();
  await settle();
  const [zones, memcacheds] = server.watches;
  const metadata = { name: 'north', uid: 'u', resourceVersion: '1', creationTimestamp: '' };
  zones?.send('ADDED', { apiVersion: 'cache.example.com/v1', kind: 'Zone', metadata });
  for (const watch of server.watches) watch.bookmark(10, { endsInitialEvents: true });
  await settle();
  memcacheds?.send('ADDED', memcached('a', 11));
  await settle();

  expect(controller.running).toEqual(['north']);
  expect(cache.find(Zone, { name: 'north', namespace: 'default' })?.metadata.name).toBe('north');
  hold.resolve();
  await settle();
  expect(requests).toEqual([{ name: 'north' }, { name: 'north' }]);
  await controller.stop();
  await cache.stop();
});
