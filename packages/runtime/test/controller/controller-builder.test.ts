import { expect, test } from 'vitest';
import type { ControllerBuilder } from '../../src/controller/controller-builder.ts';
import { changedIn } from '../../src/controller/predicates.ts';
import { done, requeueAfter } from '../../src/controller/result.ts';
import { metadataOf } from '../../src/objects/views.ts';
import { Memcached, Pool } from '../support/objects.ts';

// The compiler is the test: each of these has to be an error for the file to pass `tsc`.
export function refusedByTheCompiler(builder: ControllerBuilder): void {
  // @ts-expect-error: a controller is for something before it owns anything.
  builder.owns(Pool);
  // @ts-expect-error: nor can it start before it is for something.
  builder.reconcileWith({ reconcile: async () => done });
  // @ts-expect-error: it is for one kind only.
  builder.for(Memcached).for(Pool);
  // @ts-expect-error: a Pool has an owner, not a size.
  builder.for(Memcached).watches(Pool, ({ spec }) => [{ name: String(spec.size) }]);
  // @ts-expect-error: a reconcile ends with done or requeueAfter.
  builder.for(Memcached).reconcileWith({ reconcile: async () => undefined });
  // @ts-expect-error: there is no such end.
  builder.for(Memcached).reconcileWith({ reconcile: async () => ({ type: 'later' }) });
  // @ts-expect-error: whoever wants to look again says when.
  builder.for(Memcached).reconcileWith({ reconcile: async () => ({ type: 'requeueAfter' }) });
  // @ts-expect-error: what is done is not looked at again.
  builder.for(Memcached).reconcileWith({ reconcile: async () => ({ type: 'done', delay: 5000 }) });
  // @ts-expect-error: the delays of requeue are those of failures.
  builder.for(Memcached).reconcileWith({ reconcile: async () => ({ type: 'requeue', delay: 5000 }) });
  // @ts-expect-error: done is no number of milliseconds.
  builder.for(Memcached).reconcileWith({ reconcile: async () => 5000 });
  // @ts-expect-error: a time has a unit, such as 5m.
  builder.for(Memcached).reconcileWith({ reconcile: async () => requeueAfter('5 minutes') });
  // @ts-expect-error: nor is a time without a unit one.
  builder.for(Memcached).reconcileWith({ reconcile: async () => requeueAfter(300) });
  // @ts-expect-error: of metadata there is no spec to map by.
  builder.for(Memcached).watches(metadataOf(Pool), ({ spec }) => [{ name: spec.owner }]);
  // @ts-expect-error: a predicate for Pools says nothing about Memcacheds.
  builder.for(Memcached, { predicates: [changedIn<Pool>(({ spec }) => spec.owner)] });
}

test('a controller cannot be built in the wrong order', () => {
  expect(refusedByTheCompiler).toBeTypeOf('function');
});
