import { describe, expect, expectTypeOf, it } from 'vitest';
import type { Client } from '../../src/client/client.ts';
import { createClient } from '../../src/client/create-client.ts';
import { ConflictError, ExpiredError, InvalidError, NotFoundError } from '../../src/client/errors.ts';
import { jsonPatch, mergePatch, strategicPatch } from '../../src/client/patch.ts';
import { Deployment } from '../../src/kinds/apps/v1.ts';
import { ConfigMap, Namespace, Pod } from '../../src/kinds/core/v1.ts';
import { ClusterRole } from '../../src/kinds/rbac/v1.ts';
import type { DeepReadonly } from '../../src/objects/deep-readonly.ts';
import { Memcached, memcached } from './memcached.ts';
import { failure, ScriptedTransport } from './scripted-transport.ts';

const key = { name: 'sample', namespace: 'shop' };
const path = '/apis/cache.example.com/v1/namespaces/shop/memcacheds/sample';
const notFound = failure(404, 'NotFound', 'memcacheds.cache.example.com "sample" not found');

describe('reading', () => {
  it('finds an object by its key', async () => {
    const transport = new ScriptedTransport({ body: memcached() });
    expect(await createClient(transport).find(Memcached, key)).toEqual(memcached());
    expect(transport.only).toMatchObject({ method: 'GET', path });
  });

  it('returns undefined from find and throws from get if the object does not exist', async () => {
    const transport = new ScriptedTransport(notFound, notFound);
    expect(await createClient(transport).find(Memcached, key)).toBeUndefined();
    await expect(createClient(transport).get(Memcached, key)).rejects.toBeInstanceOf(NotFoundError);
  });

  it('ignores the namespace of the key for a cluster-scoped object', async () => {
    const transport = new ScriptedTransport({ body: {} });
    await createClient(transport).get(ClusterRole, { name: 'system:node', namespace: 'shop' });
    expect(transport.only.path).toBe('/apis/rbac.authorization.k8s.io/v1/clusterroles/system%3Anode');
  });

  it('reports a namespaced object without a namespace', async () => {
    const client = createClient(new ScriptedTransport());
    await expect(client.get(Memcached, { name: 'sample', namespace: undefined })).rejects.toThrow(
      'Memcached "sample" needs a namespace: memcacheds are namespaced',
    );
  });

  it.each([
    { name: 'web/proxy', namespace: 'shop' },
    { name: '..', namespace: 'shop' },
    { name: 'a%2Fb', namespace: 'shop' },
    { name: 'sample', namespace: 'shop/pods/web' },
    { name: 'sample', namespace: '.' },
  ])('rejects the name $name in the namespace $namespace', async (where) => {
    const transport = new ScriptedTransport();
    const client = createClient(transport);
    await expect(client.find(Pod, where)).rejects.toThrow(/^Pod: ".*" is not a valid name$/);
    await expect(client.delete(Pod, where)).rejects.toThrow('is not a valid name');
    await expect(client.patch(Pod, where, mergePatch({}))).rejects.toThrow('is not a valid name');
    expect(transport.requests).toEqual([]);
  });

  it('defaults to the namespace of the client', async () => {
    const transport = new ScriptedTransport({ body: memcached() });
    await createClient(transport, { namespace: 'shop' }).get(Memcached, {
      name: 'sample',
      namespace: undefined,
    });
    expect(transport.only.path).toBe(path);
  });
});

describe('listing', () => {
  it('reads all pages and sends resourceVersion only with the first request', async () => {
    const transport = new ScriptedTransport(page(['a', 'b'], 'token-1'), page(['c']));
    const list = await createClient(transport).list(ConfigMap, {
      namespace: 'shop',
      resourceVersion: '5',
      limit: 2,
    });
    expect(list.items.map(({ metadata }) => metadata.name)).toEqual(['a', 'b', 'c']);
    expect(list.resourceVersion).toBe('90');
    expect(transport.requests.map(({ path }) => path)).toEqual([
      '/api/v1/namespaces/shop/configmaps?limit=2&resourceVersion=5',
      '/api/v1/namespaces/shop/configmaps?limit=2&continue=token-1',
    ]);
  });

  it('adds apiVersion and kind to the items, which the server omits', async () => {
    const transport = new ScriptedTransport(page(['a']));
    const { items } = await createClient(transport).list(ConfigMap);
    expect(items[0]).toMatchObject({ apiVersion: 'v1', kind: 'ConfigMap' });
  });

  it('restarts without a limit when a continue token has expired', async () => {
    const expired = failure(410, 'Expired', 'The provided continue parameter is too old');
    const transport = new ScriptedTransport(page(['a'], 'token-1'), expired, page(['a', 'b']));
    const { items } = await createClient(transport).list(Pod);
    expect(items.map(({ metadata }) => metadata.name)).toEqual(['a', 'b']);
    expect(transport.requests.at(-1)?.path).toBe('/api/v1/pods');
  });

  it('throws ExpiredError for an expired resourceVersion of the caller', async () => {
    const transport = new ScriptedTransport(failure(410, 'Expired', 'too old resource version'));
    const list = createClient(transport).list(Pod, { resourceVersion: '1', resourceVersionMatch: 'Exact' });
    await expect(list).rejects.toBeInstanceOf(ExpiredError);
  });

  it.each([
    ['labels', { labelSelector: { app: 'cache', tier: 'gold' } }, { labelSelector: 'app=cache,tier=gold' }],
    [
      'a selector string',
      { labelSelector: 'tier in (gold, silver)' },
      { labelSelector: 'tier in (gold, silver)' },
    ],
    ['fields', { fieldSelector: 'spec.nodeName=n1' }, { fieldSelector: 'spec.nodeName=n1' }],
  ])('selects by %s', async (_by, options, query) => {
    const transport = new ScriptedTransport(page([]));
    await createClient(transport).list(Pod, options);
    expect(Object.fromEntries(transport.only.url.searchParams)).toMatchObject(query);
  });
});

describe('writing', () => {
  it('creates an object with the apiVersion and kind of its kind', async () => {
    const transport = new ScriptedTransport({ status: 201, body: memcached() });
    await createClient(transport, { fieldManager: 'memcached-operator' }).create(Memcached, {
      metadata: { generateName: 'sample-', namespace: 'shop' },
      spec: { size: 3 },
    });
    expect(transport.only).toMatchObject({
      method: 'POST',
      path: '/apis/cache.example.com/v1/namespaces/shop/memcacheds?fieldManager=memcached-operator',
      headers: { 'content-type': 'application/json' },
      json: { apiVersion: 'cache.example.com/v1', kind: 'Memcached', metadata: { generateName: 'sample-' } },
    });
  });

  it('rejects an object of another kind', async () => {
    const client: Client = createClient(new ScriptedTransport());
    const wrong = { ...memcached(), apiVersion: 'cache.example.com/v2' };
    await expect(client.update(Memcached, wrong as unknown as Memcached)).rejects.toThrow(
      'expected a Memcached of cache.example.com/v1, got a Memcached of cache.example.com/v2',
    );
  });

  it('updates an object with the resourceVersion that was read', async () => {
    const transport = new ScriptedTransport(failure(409, 'Conflict', 'the object has been modified'));
    await expect(createClient(transport).update(Memcached, memcached())).rejects.toBeInstanceOf(
      ConflictError,
    );
    expect(transport.only).toMatchObject({ method: 'PUT', json: { metadata: { resourceVersion: '7' } } });
  });

  it.each([
    ['merge', mergePatch({ spec: { size: 1 } }), 'application/merge-patch+json'],
    ['JSON', jsonPatch([{ op: 'remove', path: '/spec/size' }]), 'application/json-patch+json'],
    ['strategic', strategicPatch({ spec: { size: 1 } }), 'application/strategic-merge-patch+json'],
  ])('sends the content type of a %s patch', async (_type, patch, contentType) => {
    const transport = new ScriptedTransport({ body: memcached() });
    await createClient(transport).patch(Memcached, key, patch);
    expect(transport.only).toMatchObject({ headers: { 'content-type': contentType }, json: patch.body });
  });

  it('applies with force and omits undefined fields', async () => {
    const transport = new ScriptedTransport({ body: {} });
    await createClient(transport, { fieldManager: 'me' }).apply(Deployment, {
      metadata: { name: 'sample', namespace: 'shop', labels: undefined },
      spec: { replicas: 2, template: { spec: { containers: [{ name: 'cache', args: undefined }] } } },
    });
    expect(transport.only).toMatchObject({
      method: 'PATCH',
      path: '/apis/apps/v1/namespaces/shop/deployments/sample?fieldManager=me&force=true',
      headers: { 'content-type': 'application/apply-patch+yaml' },
    });
    expect(transport.only.json).toEqual({
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'sample', namespace: 'shop' },
      spec: { replicas: 2, template: { spec: { containers: [{ name: 'cache' }] } } },
    });
  });

  it('applies without force if requested', async () => {
    const transport = new ScriptedTransport({ body: {} });
    await createClient(transport).apply(Namespace, { metadata: { name: 'shop' } }, { force: false });
    expect(transport.only.url.searchParams.get('force')).toBe('false');
  });

  it('rejects applying an object without a name', async () => {
    const apply = createClient(new ScriptedTransport()).apply(Namespace, { metadata: {} });
    await expect(apply).rejects.toThrow('Namespace: metadata.name is empty');
  });

  it('sends dryRun with every write of a dry-run client', async () => {
    const transport = new ScriptedTransport({ body: {} }, { body: {} });
    const client = createClient(transport, { dryRun: true });
    await client.apply(Namespace, { metadata: { name: 'shop' } });
    await client.delete(Namespace, { name: 'shop' });
    expect(transport.requests[0]?.path).toContain('dryRun=All');
    expect(JSON.parse(transport.requests[1]?.body ?? '')).toMatchObject({ dryRun: ['All'] });
  });
});

describe('the status', () => {
  it('is not written if it is unchanged', async () => {
    const transport = new ScriptedTransport();
    const object = memcached({ status: { readyReplicas: 3 } });
    expect(await createClient(transport).patchStatus(Memcached, object, { readyReplicas: 3 })).toBe(object);
    expect(transport.requests).toEqual([]);
  });

  it('is patched to the given status, removing all other fields', async () => {
    const transport = new ScriptedTransport({ body: memcached() });
    const object = memcached({ status: { readyReplicas: 3 } });
    await createClient(transport).patchStatus(Memcached, object, { conditions: [] });
    expect(transport.only.url.pathname).toBe(`${path}/status`);
    expect(transport.only.json).toEqual({
      metadata: { uid: 'u-1', resourceVersion: '7' },
      status: { conditions: [], readyReplicas: null },
    });
  });

  it('is a subresource of update and apply too', async () => {
    const transport = new ScriptedTransport({ body: {} }, { body: {} });
    const client = createClient(transport);
    await client.updateStatus(Memcached, memcached());
    await client.applyStatus(Memcached, { metadata: key, status: { readyReplicas: 1 } });
    expect(transport.requests.map((request) => `${request.method} ${request.path.split('?')[0]}`)).toEqual([
      `PUT ${path}/status`,
      `PATCH ${path}/status`,
    ]);
  });
});

describe('deleting', () => {
  it('succeeds if the object does not exist', async () => {
    await createClient(new ScriptedTransport(notFound)).delete(Memcached, key);
  });

  it('sends the delete options', async () => {
    const transport = new ScriptedTransport({ body: {} });
    const preconditions = { uid: 'u-1' };
    await createClient(transport).delete(Memcached, key, { propagationPolicy: 'Foreground', preconditions });
    expect(transport.only.json).toEqual({
      apiVersion: 'v1',
      kind: 'DeleteOptions',
      propagationPolicy: 'Foreground',
      preconditions,
    });
  });

  it('requires a namespace to delete a collection', async () => {
    const transport = new ScriptedTransport({ body: {} });
    const client = createClient(transport);
    await client.deleteCollection(Pod, { namespace: 'shop', labelSelector: { app: 'cache' } });
    expect(transport.only).toMatchObject({
      method: 'DELETE',
      path: '/api/v1/namespaces/shop/pods?labelSelector=app%3Dcache',
    });
    await expect(client.deleteCollection(Pod)).rejects.toThrow('Pod needs a namespace');
  });
});

describe('watching', () => {
  it('joins chunks of events, even if they split a character', async () => {
    const bytes = Buffer.from(event('ADDED', { metadata: { name: 'größe' } }) + event('DELETED', {}));
    const cut = bytes.indexOf(0xc3) + 1;
    const transport = new ScriptedTransport({ pieces: [bytes.subarray(0, cut), bytes.subarray(cut)] });
    const events = [];
    for await (const { type, object } of createClient(transport).watch(Memcached))
      events.push([type, object.metadata?.name]);
    expect(events).toEqual([
      ['ADDED', 'größe'],
      ['DELETED', undefined],
    ]);
  });

  it('requests bookmarks and starts at a resourceVersion over a watch connection', async () => {
    const transport = new ScriptedTransport({ pieces: [] });
    await types(transport);
    expect(transport.only).toMatchObject({
      purpose: 'watch',
      path: '/apis/cache.example.com/v1/memcacheds?watch=true&allowWatchBookmarks=true&resourceVersion=7',
    });
  });

  it('throws the error of an ERROR event', async () => {
    const gone = failure(410, 'Expired', 'too old resource version: 7 (90)').body as object;
    await expect(types(new ScriptedTransport({ pieces: [event('ERROR', gone)] }))).rejects.toBeInstanceOf(
      ExpiredError,
    );
  });

  it('drops a partial event of a broken connection', async () => {
    const transport = new ScriptedTransport({ pieces: [event('ADDED', {}), '{"type":"MODI'] });
    expect(await types(transport)).toEqual(['ADDED']);
  });

  it('ends without an error when it is aborted', async () => {
    const abort = new AbortController();
    const transport = new ScriptedTransport({ pieces: [event('ADDED', {})], staysOpen: true });
    const seen = types(transport, abort.signal);
    setImmediate(() => abort.abort());
    expect(await seen).toEqual(['ADDED']);
  });
});

describe('messages from the server', () => {
  it('reports each warning header once', async () => {
    const headers = { warning: '299 - "v1 Endpoints is deprecated", 299 - "use \\"discovery\\""' };
    const told: string[] = [];
    const transport = new ScriptedTransport({ headers, body: {} }, { headers, body: {} });
    const client = createClient(transport, { onWarning: (message) => told.push(message) });
    await client.get(Memcached, key);
    await client.get(Memcached, key);
    expect(told).toEqual(['v1 Endpoints is deprecated', 'use "discovery"']);
  });

  it('keeps the causes of an Invalid error', async () => {
    const causes = [{ reason: 'FieldValueInvalid', field: 'spec.size', message: 'must be positive' }];
    const transport = new ScriptedTransport(
      failure(422, 'Invalid', 'Memcached "sample" is invalid', { causes }),
    );
    const error: unknown = await createClient(transport)
      .update(Memcached, memcached())
      .catch((e: unknown) => e);
    expect(error).toBeInstanceOf(InvalidError);
    expect((error as InvalidError).status.details?.causes).toEqual(causes);
  });
});

describe('types', () => {
  it('follow from the kind', () => {
    expectTypeOf(findMemcached).returns.resolves.toEqualTypeOf<DeepReadonly<Memcached> | undefined>();
    expectTypeOf(applyDeployment).returns.resolves.toEqualTypeOf<DeepReadonly<Deployment>>();
  });

  it('reject fields that the kind does not have', () => {
    expectTypeOf(misuse).returns.toBeArray();
  });
});

async function findMemcached(client: Client) {
  return client.find(Memcached, key);
}

async function applyDeployment(client: Client) {
  return client.apply(Deployment, { metadata: key });
}

function misuse(client: Client): unknown[] {
  return [
    // @ts-expect-error: a Memcached has no replicas
    client.apply(Memcached, { metadata: key, spec: { replicas: 1 } }),
    // @ts-expect-error: the spec is missing
    client.create(Memcached, { metadata: key }),
    // @ts-expect-error: a Deployment is not a Memcached
    client.update(Memcached, {} as Deployment),
    client.create(Namespace, { metadata: { name: 'all of its spec is optional' } }),
  ];
}

function page(names: string[], next?: string) {
  const items = names.map((name) => ({ metadata: { name } }));
  return { body: { metadata: { resourceVersion: '90', continue: next }, items } };
}

function event(type: string, object: object): string {
  return `${JSON.stringify({ type, object })}\n`;
}

async function types(transport: ScriptedTransport, signal?: AbortSignal): Promise<string[]> {
  const seen: string[] = [];
  const options = { resourceVersion: '7', ...(signal && { signal }) };
  for await (const { type } of createClient(transport).watch(Memcached, options)) seen.push(type);
  return seen;
}
