import { expect, test } from 'vitest';
import type { ControllerBuilder } from '../../src/controller/controller-builder.ts';
import { changedIn } from '../../src/controller/predicates.ts';
import { done, requeueAfter } from '../../src/controller/result.ts';
import { metadataOf } from '../../src/objects/views.ts';
import { Memcached, Pool } from '../support/objects.ts';

// The compiler is the test: `tsc` fails if an error expected below is missing.
export function refusedByTheCompiler(builder: ControllerBuilder): void {
  // @ts-expect-error: for must precede owns.
  builder.owns(Pool);
  // @ts-expect-error: for must precede reconcileWith.
  builder.reconcileWith({ reconcile: async () => done });
  // @ts-expect-error: a controller is for only one kind.
  builder.for(Memcached).for(Pool);
  // @ts-expect-error: a Pool has an owner, not a size.
  builder.for(Memcached).watches(Pool, ({ spec }) => [{ name: String(spec.size) }]);
  // @ts-expect-error: a reconcile returns done, requeue or requeueAfter.
  builder.for(Memcached).reconcileWith({ reconcile: async () => undefined });
  // @ts-expect-error: there is no such result.
  builder.for(Memcached).reconcileWith({ reconcile: async () => ({ type: 'later' }) });
  // @ts-expect-error: requeueAfter needs a delay.
  builder.for(Memcached).reconcileWith({ reconcile: async () => ({ type: 'requeueAfter' }) });
  // @ts-expect-error: done has no delay.
  builder.for(Memcached).reconcileWith({ reconcile: async () => ({ type: 'done', delay: 5000 }) });
  // @ts-expect-error: requeue uses the backoff and has no delay.
  builder.for(Memcached).reconcileWith({ reconcile: async () => ({ type: 'requeue', delay: 5000 }) });
  // @ts-expect-error: a number of milliseconds is not a result.
  builder.for(Memcached).reconcileWith({ reconcile: async () => 5000 });
  // @ts-expect-error: a duration has a unit, such as 5m.
  builder.for(Memcached).reconcileWith({ reconcile: async () => requeueAfter('5 minutes') });
  // @ts-expect-error: text without a unit is invalid; a number is in milliseconds.
  builder.for(Memcached).reconcileWith({ reconcile: async () => requeueAfter('300') });
  // @ts-expect-error: a metadata-only object has no spec.
  builder.for(Memcached).watches(metadataOf(Pool), ({ spec }) => [{ name: spec.owner }]);
  // @ts-expect-error: a predicate for Pools does not accept Memcacheds.
  builder.for(Memcached, { predicates: [changedIn<Pool>(({ spec }) => spec.owner)] });
}

test('the compiler rejects a controller that is built in the wrong order', () => {
  expect(refusedByTheCompiler).toBeTypeOf('function');
});
