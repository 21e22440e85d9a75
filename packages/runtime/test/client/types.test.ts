import { expect, expectTypeOf, test } from 'vitest';
import type { Client } from '../../src/client/client.ts';
import { createOrUpdate } from '../../src/client/create-or-update.ts';
import type { DiscoveredKind } from '../../src/client/discovered-kind.ts';
import { mergePatch, mergePatchFrom } from '../../src/client/patch.ts';
import type { TokenRequest } from '../../src/kinds/authentication/v1.ts';
import type { Scale } from '../../src/kinds/autoscaling/v1.ts';
import { Deployment } from '../../src/kinds/apps/v1.ts';
import { ConfigMap, Namespace, Pod, ServiceAccount } from '../../src/kinds/core/v1.ts';
import { RoleBinding } from '../../src/kinds/rbac/v1.ts';
import type { DeepReadonly } from '../../src/objects/deep-readonly.ts';
import type { Apply, New } from '../../src/objects/desired.ts';
import { dynamicKind, type DynamicObject } from '../../src/objects/dynamic-kind.ts';
import type { Kind } from '../../src/objects/kind.ts';
import type { KubernetesObject, ObjectKey } from '../../src/objects/object.ts';
import type { Status } from '../../src/objects/status.ts';
import { metadataOf, projectionOf } from '../../src/objects/views.ts';
import type { Converted } from '../../src/webhook/converter.ts';
import { Memcached, memcached, type MemcachedSpec } from './memcached.ts';

const key = { name: 'sample', namespace: 'shop' };

// The compiler is the test: `tsc` fails if an error expected below is missing.
export async function refusedByTheCompiler(client: Client, configMap: ConfigMap): Promise<void> {
  // @ts-expect-error: a Memcached has a size, not sizes
  await client.apply(Memcached, { metadata: key, spec: { sizes: 3 } });
  // @ts-expect-error: a Memcached has no data
  await client.apply(Memcached, { metadata: key, data: {} });
  // @ts-expect-error: containers are a list
  await client.apply(Deployment, { metadata: key, spec: { template: { spec: { containers: {} } } } });
  // @ts-expect-error: another version is another kind
  await client.apply(Memcached, { apiVersion: 'cache.example.com/v2', metadata: key });
  // @ts-expect-error: a status is not a spec
  await client.patchStatus(Memcached, memcached(), { size: 3 });
  // @ts-expect-error: a ConfigMap has no status
  await client.patchStatus(ConfigMap, configMap, { ready: true });
  // @ts-expect-error: these are two kinds
  mergePatchFrom<Memcached>(memcached(), configMap);
  // @ts-expect-error: the values of a ConfigMap are strings
  await createOrUpdate(client, ConfigMap, key, () => ({ metadata: {}, data: { size: 3 } }));
  // @ts-expect-error: no apply can create a RoleBinding without roleRef
  await client.apply(RoleBinding, { metadata: key, subjects: [] });
  // @ts-expect-error: the roleRef needs a name
  await client.apply(RoleBinding, { metadata: key, roleRef: { kind: 'Role' } });
  // @ts-expect-error: Deployments are namespaced
  await client.find(Deployment, { name: 'sample' });
  // @ts-expect-error: Memcacheds are namespaced, whatever part of them is read
  await client.get(metadataOf(Memcached), { name: 'sample' });
  // @ts-expect-error: Memcacheds are namespaced
  await client.patch(Memcached, { name: 'sample' }, mergePatch({}));
  // @ts-expect-error: Memcacheds are namespaced
  await client.delete(Memcached, { name: 'sample' });
  // @ts-expect-error: Memcacheds are namespaced
  await client.scale(Memcached, { name: 'sample' }, 3);
  // @ts-expect-error: Pods are namespaced
  await client.evict({ name: 'sample' });
  // @ts-expect-error: ServiceAccounts are namespaced
  client.subresource(ServiceAccount, { name: 'sample' }, 'token');
  // @ts-expect-error: a TokenRequest has audiences
  await client.subresource(ServiceAccount, key, 'token').create({ spec: { audience: 'vault' } });
  // @ts-expect-error: a Memcached needs its spec
  await createOrUpdate(client, Memcached, key, () => ({ metadata: {} }));
}

test('the compiler rejects fields that the kind does not have', () => {
  expect(refusedByTheCompiler).toBeTypeOf('function');
});

test('reads return complete objects with the fields that the server sets', () => {
  const asked = {
    found: (client: Client) => client.find(Memcached, key),
    got: (client: Client) => client.get(Memcached, key),
    list: (client: Client) => client.list(Memcached),
    created: (client: Client) => client.create(Memcached, { metadata: key, spec: { size: 3 } }),
    applied: (client: Client) => client.apply(Memcached, { metadata: key }),
  };
  expectTypeOf(asked.found).returns.resolves.toEqualTypeOf<DeepReadonly<Memcached> | undefined>();
  expectTypeOf(asked.got).returns.resolves.toEqualTypeOf<DeepReadonly<Memcached>>();
  expectTypeOf(asked.list)
    .returns.resolves.toHaveProperty('items')
    .toEqualTypeOf<DeepReadonly<Memcached>[]>();
  expectTypeOf(asked.created).returns.resolves.toEqualTypeOf<DeepReadonly<Memcached>>();
  expectTypeOf(asked.applied).returns.resolves.toEqualTypeOf<DeepReadonly<Memcached>>();
  expectTypeOf<Memcached['metadata']['name']>().toEqualTypeOf<string>();
  expectTypeOf<Memcached['metadata']['uid']>().toEqualTypeOf<string>();
  expectTypeOf<Memcached['metadata']['resourceVersion']>().toEqualTypeOf<string>();
  expectTypeOf<Deployment['metadata']['creationTimestamp']>().toEqualTypeOf<string>();
});

test('apply accepts partial objects at every depth', () => {
  expectTypeOf<{ metadata: { name: string } }>().toExtend<Apply<Memcached>>();
  expectTypeOf<{ spec: { template: { metadata: object } } }>().toExtend<Apply<Deployment>>();
  expectTypeOf<{ metadata: { name: string } }>().not.toExtend<New<Memcached>>();
  expectTypeOf<Apply<Memcached>>().not.toExtend<Memcached>();
});

test('apply requires fields beside the spec only', () => {
  const roleRef = { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'reader' };
  const accepted = {
    binding: (client: Client) => client.apply(RoleBinding, { metadata: key, roleRef }),
    read: (client: Client, { roleRef }: DeepReadonly<RoleBinding>) =>
      client.apply(RoleBinding, { metadata: key, roleRef }),
    labels: (client: Client) => client.apply(Deployment, { metadata: { ...key, labels: {} } }),
    dynamic: (client: Client, kind: DiscoveredKind) => client.apply(kind, { metadata: key }),
    status: (client: Client) => client.applyStatus(Memcached, { metadata: key, status: {} }),
  };
  expectTypeOf(accepted.binding).returns.resolves.toEqualTypeOf<DeepReadonly<RoleBinding>>();
});

test('optional fields and options accept undefined', () => {
  interface MaybeGiven {
    image: string | undefined;
    namespace: string | undefined;
    replicas: number | undefined;
    timeout: number | undefined;
  }
  const accepted = {
    create: (client: Client, { image, namespace, timeout }: MaybeGiven) =>
      client.create(
        Memcached,
        { metadata: { name: 'sample', namespace }, spec: { size: 3, image } },
        { timeout },
      ),
    nested: (client: Client, { replicas }: MaybeGiven, { spec }: Deployment) =>
      client.create(Deployment, { metadata: key, spec: { ...spec, replicas, strategy: undefined } }),
    apply: (client: Client, { image }: MaybeGiven) =>
      client.apply(Memcached, { metadata: key, spec: { image } }, { fieldManager: undefined }),
    list: (client: Client, { namespace }: MaybeGiven) =>
      client.list(Memcached, { namespace, labelSelector: undefined }),
    status: (client: Client, object: Memcached, { replicas }: MaybeGiven) =>
      client.patchStatus(Memcached, object, { readyReplicas: replicas, conditions: undefined }),
  };
  expectTypeOf(accepted.create).returns.resolves.toEqualTypeOf<DeepReadonly<Memcached>>();
  expectTypeOf<{ spec: MemcachedSpec; status: undefined }>().toExtend<Converted<Memcached>>();
  // @ts-expect-error: a required field needs a value
  const missing: Converted<Memcached> = { spec: { size: undefined } };
  expect(missing).toBeDefined();
});

test('keys need a namespace only if the kind is known to be namespaced', () => {
  const accepted = {
    cluster: (client: Client) => client.find(Namespace, { name: 'shop' }),
    metadata: (client: Client, { metadata }: DeepReadonly<Memcached>) => client.find(Memcached, metadata),
    request: (client: Client, request: ObjectKey) => client.find(Memcached, request),
    parent: (client: Client, { metadata: { namespace } }: Memcached) =>
      client.find(Memcached, { name: 'sample', namespace }),
    discovered: (client: Client, kind: DiscoveredKind) => client.find(kind, { name: 'sample' }),
    generic: <T extends KubernetesObject>(client: Client, kind: Kind<T>) =>
      client.find(kind, { name: 'sample' }),
  };
  expectTypeOf(accepted.parent).returns.resolves.toEqualTypeOf<DeepReadonly<Memcached> | undefined>();
  expectTypeOf(Memcached.scope).toEqualTypeOf<'Namespaced'>();
  expectTypeOf(Namespace.scope).toEqualTypeOf<'Cluster'>();
});

test('the type of a result follows from the requested kind', () => {
  const Certificate = dynamicKind({
    apiVersion: 'cert-manager.io/v1',
    kind: 'Certificate',
    plural: 'certificates',
    scope: 'Namespaced',
  });
  const asked = {
    dynamic: (client: Client) => client.get(Certificate, key),
    discovered: (client: Client, kind: DiscoveredKind) => client.find(kind, key),
    metadata: (client: Client) => client.get(metadataOf(Memcached), key),
    size: (client: Client) =>
      client.get(
        projectionOf(Memcached, ({ spec: { size } }) => ({ size })),
        key,
      ),
    scale: (client: Client) => client.scale(Memcached, key, 3),
    written: (client: Client) =>
      createOrUpdate(client, Memcached, key, (current) => current ?? { metadata: {}, spec: { size: 3 } }),
  };
  expectTypeOf(asked.dynamic).returns.resolves.toEqualTypeOf<DeepReadonly<DynamicObject>>();
  expectTypeOf(asked.discovered).returns.resolves.toEqualTypeOf<DeepReadonly<DynamicObject> | undefined>();
  expectTypeOf(asked.metadata).returns.resolves.not.toHaveProperty('spec');
  expectTypeOf(asked.size).returns.resolves.not.toHaveProperty('spec');
  expectTypeOf(asked.size).returns.resolves.toHaveProperty('size').toEqualTypeOf<number>();
  expectTypeOf(asked.scale).returns.resolves.toEqualTypeOf<Scale>();
  expectTypeOf(asked.written)
    .returns.resolves.toHaveProperty('object')
    .toEqualTypeOf<DeepReadonly<Memcached>>();
  expect(Certificate).toMatchObject({ group: 'cert-manager.io', version: 'v1' });
});

test('the type of a subresource follows from its name', () => {
  const client = {} as Client;
  const typed = () => ({
    scale: client.subresource(Memcached, key, 'scale').get(),
    status: client.subresource(Memcached, key, 'status').get(),
    token: client.subresource(ServiceAccount, key, 'token').create({ spec: {} }),
    evicted: client.subresource(Pod, key, 'eviction').create({}),
    bound: client.subresource(Pod, key, 'binding').create({ target: { name: 'node' } }),
  });
  type Typed = ReturnType<typeof typed>;
  expectTypeOf<Typed['scale']>().toEqualTypeOf<Promise<Scale>>();
  expectTypeOf<Typed['status']>().toEqualTypeOf<Promise<Memcached>>();
  expectTypeOf<Typed['token']>().toEqualTypeOf<Promise<TokenRequest>>();
  expectTypeOf<Typed['evicted']>().toEqualTypeOf<Promise<Status>>();
  expectTypeOf<Typed['bound']>().toEqualTypeOf<Promise<Status>>();
});
