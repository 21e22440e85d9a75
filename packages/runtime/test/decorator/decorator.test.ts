import { type Manager, mergePatch } from '@opgen/runtime';
import { child } from '@opgen/runtime/composite';
import { decorated } from '@opgen/runtime/decorator';
import { ConfigMap, Pod, Secret, Service } from '@opgen/runtime/kinds/core/v1';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { operators } from '../composite/operators.ts';
import { startTestCluster, type TestCluster } from '../support/test-cluster.ts';

const cache = { name: 'cache-0', namespace: 'default' };
const annotation = 'example.com/service-per-pod';
const running = operators();
let cluster: TestCluster;

beforeEach(async () => {
  cluster = await startTestCluster();
});

afterEach(async () => {
  await running.stop();
  await cluster.stop();
});

/** A Service for every annotated Pod, the example of Metacontroller. */
function setup(manager: Manager, options: { finalize?: boolean } = {}): void {
  manager.decorator('service-per-pod', {
    decorates: [decorated(Pod, { annotations: { matchLabels: { [annotation]: 'true' } } })],
    attaches: [Service],
    desired: ({ metadata: { name } }, attachments) => {
      const spec = { selector: { pod: name }, ports: [{ port: 11211 }] };
      return {
        attachments: [child(Service, { metadata: { name }, spec })],
        labels: { pod: name },
        annotations: { served: attachments.find(Service, name) === undefined ? null : 'yes' },
      };
    },
    ...(options.finalize && {
      finalize: (_, attachments) => ({
        attachments: [],
        labels: { pod: null },
        finalized: attachments.of(Service).length === 0,
      }),
    }),
  });
}

const create = (annotations = { [annotation]: 'true' }) =>
  cluster.client.create(Pod, {
    metadata: { ...cache, annotations },
    spec: { containers: [{ name: 'main', image: 'cache:1' }] },
  });
const hasService = async (): Promise<boolean> => (await cluster.client.find(Service, cache)) !== undefined;
const pod = async () => (await cluster.client.find(Pod, cache))?.metadata;
const deselect = () =>
  cluster.client.patch(Pod, cache, mergePatch({ metadata: { annotations: { [annotation]: null } } }));

describe('a decorator', () => {
  test('attaches objects to the selected objects and labels them', async () => {
    await running.start(cluster.transport, setup).ready;
    const { metadata } = await create();
    await expect.poll(async () => (await pod())?.annotations?.['served']).toBe('yes');
    expect((await pod())?.labels).toEqual({ pod: 'cache-0' });
    const service = await cluster.client.get(Service, cache);
    expect(service.metadata.ownerReferences).toMatchObject([{ kind: 'Pod', uid: metadata.uid }]);
    await cluster.client.delete(Service, cache);
    await expect.poll(hasService).toBe(true);
  });

  test('does not change other objects', async () => {
    const operator = running.start(cluster.transport, setup);
    await operator.ready;
    const before = await create({ [annotation]: 'false' });
    await expect.poll(() => operator.quietFor(200)).toBe(true);
    expect((await pod())?.resourceVersion).toBe(before.metadata.resourceVersion);
    expect(await hasService()).toBe(false);
  });

  test('updates attachments when a related object changes', async () => {
    const settings = { name: 'settings', namespace: 'default' };
    const operator = running.start(cluster.transport, (manager) => {
      manager.decorator('ports', {
        decorates: [decorated(Pod, { annotations: { matchLabels: { [annotation]: 'true' } } })],
        attaches: [Service],
        uses: [ConfigMap],
        related: ({ metadata }) =>
          metadata.annotations?.['settings'] === 'none' ? [] : [{ kind: ConfigMap, name: settings.name }],
        desired: ({ metadata: { name } }, _, { related }) => {
          const port = Number(related.find(ConfigMap, settings.name)?.data?.['port'] ?? 1);
          return { attachments: [child(Service, { metadata: { name }, spec: { ports: [{ port }] } })] };
        },
      });
    });
    await operator.ready;
    await create();
    const port = async () => (await cluster.client.find(Service, cache))?.spec?.ports?.[0]?.port;
    await expect.poll(port).toBe(1);
    await cluster.client.apply(ConfigMap, { metadata: settings, data: { port: '2' } });
    await expect.poll(port).toBe(2);
    await cluster.client.delete(ConfigMap, settings);
    await expect.poll(port).toBe(1);
  });

  test('deletes the attachments of an object that is no longer selected', async () => {
    await running.start(cluster.transport, setup).ready;
    await create();
    await expect.poll(hasService).toBe(true);
    await deselect();
    await expect.poll(hasService).toBe(false);
  });

  test('calls finalize for an object that is no longer selected', async () => {
    await running.start(cluster.transport, (manager) => setup(manager, { finalize: true })).ready;
    await create();
    await expect.poll(hasService).toBe(true);
    expect((await pod())?.finalizers).toEqual(['opgen.dev/service-per-pod']);
    await deselect();
    await expect.poll(async () => (await pod())?.finalizers ?? []).toEqual([]);
    expect(await hasService()).toBe(false);
    expect((await pod())?.labels ?? {}).toEqual({});
  });
});

// The compiler is the test: `tsc` fails if an error expected below is missing.
export function refusedByTheCompiler(manager: Manager): void {
  manager.decorator('typed', {
    decorates: [Pod],
    attaches: [Service],
    // @ts-expect-error: Secret is not an attached kind.
    desired: () => ({ attachments: [child(Secret, { metadata: { name: 'a' } })] }),
  });
}
