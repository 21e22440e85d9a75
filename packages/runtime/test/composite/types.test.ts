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

// The compiler is the test: `tsc` fails if an error expected below is missing.
export function refusedByTheCompiler(manager: Manager): void {
  const owns = [Pod] as const;
  // @ts-expect-error: Secret is not an owned kind.
  manager.composite('a', Memcached, { owns, desired: () => ({ children: [child(Secret, { metadata })] }) });
  // @ts-expect-error: a Memcached has no such status field.
  manager.composite('b', Memcached, { owns, desired: () => ({ children: [], status: { size: 1 } }) });
  // @ts-expect-error: the function must be synchronous.
  manager.composite('c', Memcached, { owns, desired: async () => ({ children: [] }) });
  manager.composite('fine', Memcached, { owns, desired: (_, seen) => ({ children: podFor(seen.of(Pod)) }) });
  // @ts-expect-error: only owned kinds are observed.
  manager.composite('d', Memcached, { owns, desired: (_, seen) => ({ children: podFor(seen.of(Secret)) }) });
  // @ts-expect-error: finalize must return `finalized`.
  manager.composite('e', Memcached, { owns, desired: nothing, finalize: nothing });
  // @ts-expect-error: there is no such strategy.
  owned(Pod, { update: 'Sometimes' });
  // @ts-expect-error: a child has a name.
  child(Deployment, { metadata: {} });
  // @ts-expect-error: the values of a ConfigMap are strings.
  child(ConfigMap, { metadata, data: { size: 3 } });
}

test('the compiler rejects children of kinds that are not owned', () => {
  expect(refusedByTheCompiler).toBeTypeOf('function');
  expectTypeOf(child(ConfigMap, { metadata }).kind).toEqualTypeOf<'ConfigMap'>();
});
