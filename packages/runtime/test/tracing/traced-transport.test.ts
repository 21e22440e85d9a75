import { afterEach, beforeEach, expect, test } from 'vitest';
import { createClient } from '../../src/client/create-client.ts';
import { done } from '../../src/controller/result.ts';
import { ConfigMap } from '../../src/kinds/core/v1.ts';
import { Manager } from '../../src/manager/manager.ts';
import { TracedTransport } from '../../src/tracing/traced-transport.ts';
import { failure, ScriptedTransport } from '../client/scripted-transport.ts';
import { RecordingTracer } from '../support/recording-tracer.ts';
import { startTestCluster, type TestCluster } from '../support/test-cluster.ts';

const key = { name: 'web', namespace: 'default' };
let tracer: RecordingTracer;

beforeEach(() => {
  tracer = new RecordingTracer();
});

const clientOf = (transport: ScriptedTransport) => createClient(new TracedTransport(transport, tracer));

test('a request is a span with the resource, the object and the status', async () => {
  await clientOf(new ScriptedTransport({})).apply(ConfigMap, { metadata: key }, { subresource: 'status' });
  expect(tracer.spans).toEqual([
    {
      name: 'apply configmaps/status',
      kind: 2,
      attributes: {
        'http.request.method': 'PATCH',
        'url.path': '/api/v1/namespaces/default/configmaps/web/status',
        'opgen.verb': 'apply',
        'opgen.resource': 'configmaps',
        'k8s.object.name': 'web',
        'k8s.namespace.name': 'default',
        'http.response.status_code': 200,
      },
      context: tracer.spans[0]?.context,
      links: [],
      parent: undefined,
      errors: [],
      ended: true,
    },
  ]);
});

test('a rejected request is an error, an object that does not exist is not', async () => {
  const conflict = failure(409, 'Conflict', 'modified');
  const client = clientOf(new ScriptedTransport(conflict, failure(404, 'NotFound', 'no such object')));
  await client.create(ConfigMap, { metadata: key }).catch(() => undefined);
  expect(await client.find(ConfigMap, key)).toBeUndefined();
  const [rejected, missing] = tracer.spans;
  expect(rejected?.errors).toEqual([{ code: 2 }]);
  expect(missing?.errors).toEqual([]);
});

test('a request without a response records the error', async () => {
  await clientOf(new ScriptedTransport())
    .get(ConfigMap, key)
    .catch(() => undefined);
  const message = 'no answer for GET /api/v1/namespaces/default/configmaps/web';
  expect(tracer.spans[0]).toMatchObject({ errors: [`Error: ${message}`, { code: 2, message }], ended: true });
});

test('a watch is no span', async () => {
  const client = clientOf(new ScriptedTransport({ pieces: [] }));
  for await (const event of client.watch(ConfigMap)) expect(event).toBeUndefined();
  expect(tracer.spans).toEqual([]);
});

let cluster: TestCluster | undefined;
afterEach(() => cluster?.stop());

test('the requests of a reconcile are children of its span', async () => {
  cluster = await startTestCluster();
  const manager = new Manager({ transport: cluster.transport, tracer, webhooks: { bindAddress: '0' } });
  manager
    .controller('copy')
    .for(ConfigMap, { predicates: [(change) => change.object.metadata.name === 'web'] })
    .reconcileWith({
      reconcile: async () => {
        await manager.client.apply(ConfigMap, { metadata: { ...key, name: 'copy' }, data: { a: 'b' } });
        return done;
      },
    });
  const stop = new AbortController();
  const running = manager.start(stop.signal);
  try {
    await manager.ready;
    await cluster.client.create(ConfigMap, { metadata: key });
    await expect.poll(() => tracer.spans.find(({ name }) => name === 'apply configmaps')?.ended).toBe(true);
    const applied = tracer.spans.find(({ name }) => name === 'apply configmaps');
    expect(applied?.parent).toMatchObject({
      name: 'reconcile copy',
      attributes: { 'k8s.object.name': 'web', 'opgen.queue.wait_ms': expect.any(Number) },
    });
  } finally {
    stop.abort();
    await running;
  }
});
