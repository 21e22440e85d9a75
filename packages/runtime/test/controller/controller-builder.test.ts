import { expect, test } from 'vitest';
import type { ControllerBuilder } from '../../src/controller/controller-builder.ts';
import { done } from '../../src/controller/result.ts';
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
}

test('a controller cannot be built in the wrong order', () => {
  expect(refusedByTheCompiler).toBeTypeOf('function');
});
