import { expect, test } from 'vitest';
import { createClient } from '../../src/client/create-client.ts';
import { TooManyRequestsError } from '../../src/client/errors.ts';
import { Deployment } from '../../src/kinds/apps/v1.ts';
import { ServiceAccount } from '../../src/kinds/core/v1.ts';
import type { KubernetesObject, ObjectKey } from '../../src/objects/object.ts';
import { failure, ScriptedTransport } from './scripted-transport.ts';

const web = { name: 'web', namespace: 'shop' };
const robot: ObjectKey = { name: 'robot', namespace: undefined };
const scale = {
  apiVersion: 'autoscaling/v1',
  kind: 'Scale',
  metadata: web,
  spec: { replicas: 3 },
  status: { replicas: 1 },
};

test('getScale reads the scale subresource', async () => {
  const transport = new ScriptedTransport({ body: scale });
  const { spec } = await createClient(transport).getScale(Deployment, web);
  expect(spec.replicas).toBe(3);
  expect(transport.only.path).toBe('/apis/apps/v1/namespaces/shop/deployments/web/scale');
});

test('scale patches only the replicas', async () => {
  const transport = new ScriptedTransport({ body: scale });
  await createClient(transport).scale(Deployment, web, 3, { dryRun: true });
  const { method, url, json, headers } = transport.only;
  expect(method).toBe('PATCH');
  expect(url.pathname).toBe('/apis/apps/v1/namespaces/shop/deployments/web/scale');
  expect(url.searchParams.get('dryRun')).toBe('All');
  expect(headers?.['content-type']).toBe('application/merge-patch+json');
  expect(json).toEqual({ spec: { replicas: 3 } });
});

test('evict creates an Eviction with the delete options', async () => {
  const transport = new ScriptedTransport({ status: 201, body: { kind: 'Status', status: 'Success' } });
  await createClient(transport).evict(web, { gracePeriodSeconds: 5, preconditions: { uid: 'u-1' } });
  expect(transport.only.method).toBe('POST');
  expect(transport.only.url.pathname).toBe('/api/v1/namespaces/shop/pods/web/eviction');
  expect(transport.only.json).toMatchObject({
    apiVersion: 'policy/v1',
    kind: 'Eviction',
    metadata: web,
    deleteOptions: { gracePeriodSeconds: 5, preconditions: { uid: 'u-1' } },
  });
});

test('evict fails with TooManyRequestsError if a disruption budget forbids it', async () => {
  const refusal = failure(429, 'TooManyRequests', 'Cannot evict pod as it would violate the budget');
  const evicting = createClient(new ScriptedTransport(refusal)).evict(web);
  await expect(evicting).rejects.toBeInstanceOf(TooManyRequestsError);
});

test('evict succeeds if the Pod does not exist', async () => {
  const transport = new ScriptedTransport(failure(404, 'NotFound', 'pods "web" not found'));
  await expect(createClient(transport).evict(web)).resolves.toBeUndefined();
});

test('a subresource gets the kind, and the name and namespace of the object', async () => {
  const status = { token: 'secret', expirationTimestamp: '2026-01-01T01:00:00Z' };
  const transport = new ScriptedTransport({ status: 201, body: { status } });
  const token = createClient(transport, { namespace: 'shop' }).subresource(ServiceAccount, robot, 'token');
  const created = await token.create({ spec: { audiences: ['vault'] } }, { dryRun: true });
  expect(created.status?.token).toBe('secret');
  expect(transport.only).toMatchObject({
    method: 'POST',
    path: '/api/v1/namespaces/shop/serviceaccounts/robot/token?fieldManager=opgen&dryRun=All',
    json: {
      apiVersion: 'authentication.k8s.io/v1',
      kind: 'TokenRequest',
      metadata: { name: 'robot', namespace: 'shop' },
      spec: { audiences: ['vault'] },
    },
  });
});

test('fields of a subresource that are undefined count as omitted', async () => {
  const transport = new ScriptedTransport({ body: {} });
  const token = createClient(transport, { namespace: 'shop' }).subresource(ServiceAccount, robot, 'token');
  const metadata = { name: undefined, namespace: undefined };
  await token.create(
    { apiVersion: undefined, kind: undefined, metadata, spec: {} },
    { fieldManager: undefined },
  );
  expect(transport.only.url.search).toBe('?fieldManager=opgen');
  expect(transport.only.json).toEqual({
    apiVersion: 'authentication.k8s.io/v1',
    kind: 'TokenRequest',
    metadata: { name: 'robot', namespace: 'shop' },
    spec: {},
  });
});

test('a subresource of an aggregated API has the type that the caller names', async () => {
  const transport = new ScriptedTransport({ body: {} });
  const [apiVersion, kind] = ['subresources.example.com/v1', 'PauseOptions'] as const;
  interface PauseOptions extends KubernetesObject {
    readonly paused: boolean;
  }
  const pause = createClient(transport).subresource<PauseOptions>(Deployment, web, 'pause');
  await pause.create({ apiVersion, kind, paused: true });
  expect(transport.only.json).toEqual({ apiVersion, kind, metadata: web, paused: true });
});

test('logs yields lines, including an unterminated last line', async () => {
  const transport = new ScriptedTransport({ pieces: ['ready\nserv', 'ing\nlast'] });
  const lines: string[] = [];
  const options = { container: 'main', tailLines: 3, since: new Date('2026-01-01T00:00:00.500Z') };
  for await (const line of createClient(transport).logs(web, options)) lines.push(line);
  expect(lines).toEqual(['ready', 'serving', 'last']);
  const { url } = transport.only;
  expect(url.pathname).toBe('/api/v1/namespaces/shop/pods/web/log');
  expect(Object.fromEntries(url.searchParams)).toEqual({
    container: 'main',
    sinceTime: '2026-01-01T00:00:00Z',
    tailLines: '3',
  });
});

test('logs with follow ends when the signal aborts', async () => {
  const transport = new ScriptedTransport({ pieces: ['ready\n'], staysOpen: true });
  const stop = new AbortController();
  const lines: string[] = [];
  for await (const line of createClient(transport).logs(web, { follow: true, signal: stop.signal })) {
    lines.push(line);
    setImmediate(() => stop.abort());
  }
  expect(lines).toEqual(['ready']);
  expect(transport.only.purpose).toBe('watch');
});
