import { deepFreeze } from '@opgen/rules/json';
import { describe, expect, expectTypeOf, test } from 'vitest';
import type { Cache } from '../../src/cache/cache.ts';
import type { Client } from '../../src/client/client.ts';
import { createOrUpdate } from '../../src/client/create-or-update.ts';
import { ensureFinalizer } from '../../src/client/finalizers.ts';
import type { LiveClient } from '../../src/client/live-client.ts';
import { mergePatchFrom } from '../../src/client/patch.ts';
import { withFinalizer } from '../../src/client/with-finalizer.ts';
import type { ControllerBuilder } from '../../src/controller/controller-builder.ts';
import { changedIn } from '../../src/controller/predicates.ts';
import { healthOf } from '../../src/health/health.ts';
import { CustomResourceDefinition } from '../../src/kinds/apiextensions/v1.ts';
import { Deployment } from '../../src/kinds/apps/v1.ts';
import { Job } from '../../src/kinds/batch/v1.ts';
import { Pod } from '../../src/kinds/core/v1.ts';
import { type Condition, findCondition, setCondition } from '../../src/objects/condition.ts';
import { type DeepReadonly, draft } from '../../src/objects/deep-readonly.ts';
import { defineKind, type Kind } from '../../src/objects/kind.ts';
import type { CustomResource, KubernetesObject, ObjectKey } from '../../src/objects/object.ts';
import { controllerReference } from '../../src/objects/ownership.ts';
import type { IntOrString, JSONValue, RawExtension } from '../../src/objects/scalars.ts';
import { runsToPrune } from '../../src/schedule/history.ts';

interface SiteSpec {
  replicas: number;
  host: string & { readonly brand: 'Host' };
  port: IntOrString;
  paused?: boolean;
  paths: string[];
  backends?: { name: string; weights: number[] }[];
  limits: Record<string, string[]>;
  tls: boolean | { secrets: string[] } | null;
  values: JSONValue;
  raw: RawExtension;
  // A type may contain `any`.
  // oxlint-disable-next-line no-explicit-any
  anything: any;
  something: unknown;
}

interface Site extends CustomResource<SiteSpec, { conditions?: Condition[] }> {
  apiVersion: 'example.com/v1';
  kind: 'Site';
}

const Site = defineKind<Site>({
  apiVersion: 'example.com/v1',
  kind: 'Site',
  plural: 'sites',
  scope: 'Namespaced',
});

const key: ObjectKey = { name: 'sample', namespace: 'shop' };

// The compiler is the test: `tsc` fails if an error expected below is missing, and if there is any other.
export async function refusedByTheCompiler(client: Client, cache: Cache): Promise<void> {
  const found = await client.get(Site, key);
  // @ts-expect-error: a field
  found.spec.replicas = 3;
  // @ts-expect-error: an optional field
  delete found.spec.paused;
  // @ts-expect-error: a field of metadata
  found.metadata.labels = {};
  // @ts-expect-error: a value of a map
  found.metadata.labels!['app'] = 'web';
  // @ts-expect-error: an element of a list
  found.spec.paths[0] = '/';
  // @ts-expect-error: the length of a list
  found.spec.paths.length = 0;
  // @ts-expect-error: methods that add to a list
  found.metadata.finalizers?.push('example.com/site');
  // @ts-expect-error: methods that remove from a list
  found.spec.paths.splice(0, 1);
  // @ts-expect-error: methods that reorder a list; `toSorted` returns another one
  found.spec.paths.sort();
  // @ts-expect-error: a field of an element
  found.spec.backends![0]!.name = 'web';
  // @ts-expect-error: a list in an element
  found.spec.backends![0]!.weights.push(1);
  // @ts-expect-error: a list in a map
  found.spec.limits['cpu']!.push('1');
  // @ts-expect-error: a field of one type of a union
  if (found.spec.tls !== null && typeof found.spec.tls !== 'boolean') found.spec.tls.secrets = [];

  const [listed] = (await client.list(Site)).items;
  // @ts-expect-error: lists
  listed!.spec.replicas = 3;
  // @ts-expect-error: the cache itself
  cache.find(Site, key)!.spec.replicas = 3;
  // @ts-expect-error: indexes
  cache.withIndex(Site, 'host', 'a')[0]!.spec.replicas = 3;
  const applied = await client.apply(Site, { metadata: key });
  // @ts-expect-error: the cache keeps the response of a write
  applied.spec.replicas = 3;
  // @ts-expect-error: a copy of the object shares its parts
  ({ ...found }).spec.replicas = 3;
  // @ts-expect-error: as does `structuredClone` to the compiler: `draft` knows that it is a copy
  structuredClone(found).spec.replicas = 3;
}

function desiredReplicas(site: Site): number {
  return site.spec.replicas;
}

function reasonsOf(conditions: Condition[] = []): string[] {
  return conditions.map(({ reason }) => reason);
}

function totalOf(sites: Site[]): number {
  return sites.reduce((sum, site) => sum + desiredReplicas(site), 0);
}

export async function acceptedByTheCompiler(client: Client, live: LiveClient): Promise<unknown[]> {
  const found = await client.get(Site, key);
  const read = [
    desiredReplicas(found),
    reasonsOf(found.status?.conditions),
    (found.status?.conditions ?? []).filter(({ status }) => status === 'True').map(({ type }) => type),
    totalOf((await client.list(Site)).items),
    findCondition(found.status?.conditions, 'Ready')?.message,
    setCondition(found.status?.conditions, { type: 'Ready', status: 'True', reason: 'Ready', message: '' }),
    controllerReference(found),
    healthOf(found),
    runsToPrune((await client.list(Job)).items, {}, new Date()),
    (await client.list(Site)).items.pop(),
    [...found.spec.paths, ...found.spec.paths.slice(), ...found.spec.paths.toSorted()].push('/'),
  ];
  const changed = draft(found);
  changed.spec.replicas = 3;
  changed.spec.paths.push('/');
  changed.spec.backends?.[0]?.weights.sort();
  const backends = draft(found.spec).backends ?? [];
  backends.push({ name: 'web', weights: [] });
  const replaced = { ...found, spec: { ...found.spec, replicas: 3 } };
  const written = [
    await client.update(Site, found),
    await client.update(Site, changed),
    await client.update(Site, replaced),
    await client.create(Site, { metadata: key, spec: found.spec }),
    await client.apply(Site, { metadata: key, spec: found.spec }),
    await client.patchStatus(Site, found, { ...found.status, conditions: found.status?.conditions ?? [] }),
    await client.patch(Site, key, mergePatchFrom(found, changed)),
    await ensureFinalizer(client, Site, found, 'example.com/site'),
    await createOrUpdate(client, Site, key, (current) => current ?? { metadata: key, spec: found.spec }),
    await withFinalizer(client, Site, found, 'example.com/site', {
      apply: async (site: Site) => desiredReplicas(site),
      cleanUp: async (site) => desiredReplicas(site),
    }),
  ];
  const own = await live.get(Site, key);
  own.spec.replicas = 3;
  own.spec.paths.push('/');
  const updated = await live.update(Site, found);
  updated.spec.replicas = 3;
  return [read, written, totalOf([own, updated, found])];
}

function requestsOf({ metadata }: Pod): ObjectKey[] {
  return [metadata];
}

export function controllersForTheCompiler(builder: ControllerBuilder, cache: Cache): void {
  const onPaths = changedIn((site: Site) => site.spec.paths);
  builder
    .for(Site, { predicates: [onPaths, changedIn(({ spec }) => spec.port)] })
    .owns(Deployment, { predicates: [({ object, old }) => object.spec.replicas !== old?.spec.replicas] })
    .watches(Pod, requestsOf)
    .watches(CustomResourceDefinition, ({ metadata, spec }) => {
      // @ts-expect-error: the object of an event is shared too
      spec.group = 'example.com';
      return [metadata];
    });
  cache.addIndex(Site, 'host', ({ spec }) => [spec.host, ...spec.paths]);
}

/** Code for every kind: it sees the metadata, and passes objects on. */
export async function generic<T extends KubernetesObject>(
  client: Client,
  live: LiveClient,
  kind: Kind<T>,
): Promise<KubernetesObject[]> {
  const forEveryKind: Client = live;
  const { items } = await forEveryKind.list(kind);
  const found: DeepReadonly<T>[] = [...items, await live.get(kind, key)];
  for (const object of found) {
    // @ts-expect-error: read-only for every kind
    object.metadata.generation = 1;
    const { name, finalizers = [] } = object.metadata;
    await client.patch(kind, object.metadata, mergePatchFrom(object, object));
    await client.update(kind, object);
    await client.update<T>(kind, draft(object));
    expectTypeOf(name).toExtend<string>();
    for (const finalizer of finalizers) expectTypeOf(finalizer).toEqualTypeOf<string>();
  }
  return found;
}

describe('DeepReadonly', () => {
  test('makes changes of shared objects an error, and nothing else', () => {
    expect(refusedByTheCompiler).toBeTypeOf('function');
    expect(acceptedByTheCompiler).toBeTypeOf('function');
    expect(controllersForTheCompiler).toBeTypeOf('function');
    expect(generic).toBeTypeOf('function');
  });

  test('is assignable to the type and from it', () => {
    expectTypeOf<DeepReadonly<Site>>().toExtend<Site>();
    expectTypeOf<Site>().toExtend<DeepReadonly<Site>>();
    expectTypeOf<DeepReadonly<Deployment>>().toExtend<Deployment>();
    expectTypeOf<DeepReadonly<CustomResourceDefinition>>().toExtend<CustomResourceDefinition>();
    expectTypeOf<DeepReadonly<Site>>().toExtend<KubernetesObject>();
    expectTypeOf<DeepReadonly<Site>>().not.toExtend<Deployment>();
    expectTypeOf<DeepReadonly<Site>>().not.toEqualTypeOf<Site>();
  });

  test('keeps values that have no fields to change', () => {
    type Spec = DeepReadonly<SiteSpec>;
    expectTypeOf<Spec['host']>().toEqualTypeOf<SiteSpec['host']>();
    expectTypeOf<Spec['port']>().toEqualTypeOf<IntOrString>();
    expectTypeOf<Spec['paused']>().toEqualTypeOf<boolean | undefined>();
    expectTypeOf<Spec['anything']>().toBeAny();
    expectTypeOf<Spec['something']>().toBeUnknown();
    expectTypeOf<Spec['raw']>().toExtend<RawExtension>();
    expectTypeOf<Spec['values']>().toExtend<JSONValue>();
  });
});

describe('draft', () => {
  test('returns a copy that can be changed', () => {
    const found = deepFreeze({ metadata: { labels: { app: 'web' } }, spec: { paths: ['/'] } });
    const changed = draft<{ metadata: { labels: Record<string, string> }; spec: { paths: string[] } }>(found);
    changed.metadata.labels['tier'] = 'gold';
    changed.spec.paths.push('/shop');
    expect(changed).toEqual({
      metadata: { labels: { app: 'web', tier: 'gold' } },
      spec: { paths: ['/', '/shop'] },
    });
    expect(found).toEqual({ metadata: { labels: { app: 'web' } }, spec: { paths: ['/'] } });
  });

  test('has the type of the object', () => {
    expectTypeOf((site: DeepReadonly<Site>) => draft(site)).returns.toEqualTypeOf<Site>();
    expectTypeOf((site: Site) => draft(site)).returns.toEqualTypeOf<Site>();
    expectTypeOf((spec: DeepReadonly<Site>['spec']) => draft(spec)).returns.toEqualTypeOf<SiteSpec>();
    expectTypeOf((pod: DeepReadonly<Pod>) => draft(pod)).returns.toEqualTypeOf<Pod>();
  });
});
