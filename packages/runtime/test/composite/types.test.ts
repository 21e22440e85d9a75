import { expect, expectTypeOf, test } from 'vitest';
import { child } from '../../src/composite/child.ts';
import { owned } from '../../src/composite/owned.ts';
import { Deployment } from '../../src/kinds/apps/v1.ts';
import { ConfigMap, Pod, Secret } from '../../src/kinds/core/v1.ts';
import type { Manager } from '../../src/manager/manager.ts';
import { Memcached } from '../support/objects.ts';

const metadata = { name: 'a' };
const nothing = (): { children: [] } => ({ children: [] });
const podFor = (seen: readonly unknown[]) => (seen.length > 0 ? [] : [child(Pod, { metadata })]);

// The compiler is the test: each of these has to be an error for the file to pass `tsc`.
export function refusedByTheCompiler(manager: Manager): void {
  const owns = [Pod] as const;
  // @ts-expect-error: Secrets are not among the kinds that are owned.
  manager.composite('a', Memcached, { owns, desired: () => ({ children: [child(Secret, { metadata })] }) });
  // @ts-expect-error: the status is that of a Memcached.
  manager.composite('b', Memcached, { owns, desired: () => ({ children: [], status: { size: 1 } }) });
  // @ts-expect-error: the function is pure, and so waits for nothing.
  manager.composite('c', Memcached, { owns, desired: async () => ({ children: [] }) });
  manager.composite('fine', Memcached, { owns, desired: (_, seen) => ({ children: podFor(seen.of(Pod)) }) });
  // @ts-expect-error: only what is owned is observed.
  manager.composite('d', Memcached, { owns, desired: (_, seen) => ({ children: podFor(seen.of(Secret)) }) });
  // @ts-expect-error: an end says whether it is one.
  manager.composite('e', Memcached, { owns, desired: nothing, finalize: nothing });
  // @ts-expect-error: there is no such strategy.
  owned(Pod, { update: 'Sometimes' });
  // @ts-expect-error: a child has a name.
  child(Deployment, { metadata: {} });
  // @ts-expect-error: a ConfigMap holds texts.
  child(ConfigMap, { metadata, data: { size: 3 } });
}

test('a composite makes what it owns, and nothing else', () => {
  expect(refusedByTheCompiler).toBeTypeOf('function');
  expectTypeOf(child(ConfigMap, { metadata }).kind).toEqualTypeOf<'ConfigMap'>();
});
