import { mergePatch } from '@opgen/runtime';
import { child } from '@opgen/runtime/composite';
import { Deployment } from '@opgen/runtime/kinds/apps/v1';
import { ConfigMap, Service } from '@opgen/runtime/kinds/core/v1';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startTestCluster, type TestCluster } from '../support/test-cluster.ts';
import {
  DemoApplication,
  demoApplicationCrd,
  deploymentOf,
  setupDemoApplication,
} from './demo-application.ts';
import { operators } from './operators.ts';

const web = { name: 'web', namespace: 'default' };
const ports = [{ name: 'http', protocol: 'TCP' as const, port: 80, targetPort: 8080 }];
const last = child(ConfigMap, { metadata: { name: 'web' }, data: { kept: 'to the last' } });

let cluster: TestCluster;
const running = operators();

beforeEach(async () => {
  cluster = await startTestCluster([demoApplicationCrd]);
});

afterEach(async () => {
  await running.stop();
  await cluster.stop();
});

const create = (spec: object = {}, metadata: object = {}) =>
  cluster.client.create(DemoApplication, {
    metadata: { ...web, ...metadata },
    spec: { image: 'web:1', replicas: 2, ports, ...spec },
  });
const change = (body: object) => cluster.client.patch(DemoApplication, web, mergePatch(body));
const image = async (): Promise<unknown> =>
  (await cluster.client.find(Deployment, web))?.spec?.template.spec?.containers[0]?.image;
const replicas = async (): Promise<unknown> => (await cluster.client.find(Deployment, web))?.spec?.replicas;
const hasService = async (): Promise<boolean> => (await cluster.client.find(Service, web)) !== undefined;
const status = async (): Promise<unknown> => (await cluster.client.find(DemoApplication, web))?.status;

describe('a composite', () => {
  test('creates children with an owner reference and the inherited labels', async () => {
    await running.start(cluster.transport, setupDemoApplication).ready;
    await create({}, { labels: { team: 'shop', other: 'stays' } });
    await expect.poll(hasService).toBe(true);
    const { uid } = (await cluster.client.get(DemoApplication, web)).metadata;
    const made = [await cluster.client.get(Deployment, web), await cluster.client.get(Service, web)];
    for (const { metadata } of made) {
      expect(metadata.ownerReferences).toMatchObject([{ kind: 'DemoApplication', uid, controller: true }]);
      expect(metadata.labels).toMatchObject({ team: 'shop', 'opgen.dev/composite': 'demo-application' });
      expect(metadata.labels).not.toHaveProperty('other');
    }
  });

  test('writes the status and updates it when a child changes', async () => {
    await running.start(cluster.transport, setupDemoApplication).ready;
    await create();
    await expect.poll(status).toEqual({ readyReplicas: 0 });
    const readiness = mergePatch({ status: { replicas: 2, readyReplicas: 2 } });
    await cluster.client.patch(Deployment, web, readiness, { subresource: 'status' });
    await expect.poll(status).toEqual({ readyReplicas: 2 });
  });

  test('updates children with the parent, corrects drift and prunes undesired children', async () => {
    const operator = running.start(cluster.transport, setupDemoApplication);
    await operator.ready;
    await create();
    await expect.poll(hasService).toBe(true);
    await change({ spec: { image: 'web:2' } });
    await expect.poll(image).toBe('web:2');
    await cluster.client.patch(Deployment, web, mergePatch({ spec: { replicas: 7 } }));
    await expect.poll(replicas).toBe(2);
    await change({ spec: { ports: [] } });
    await expect.poll(hasService).toBe(false);
    // A change of the desired state is no drift.
    expect(operator.log.lines.filter(({ message }) => message === 'corrected drift')).toMatchObject([
      { level: 'info', fields: { child: 'Deployment default/web', fields: ['spec.replicas'] } },
    ]);
  });

  test('does not change objects that it does not own, and logs an error', async () => {
    await cluster.client.create(Service, { metadata: web, spec: { ports } });
    const operator = running.start(cluster.transport, setupDemoApplication);
    await operator.ready;
    await create();
    await expect.poll(() => operator.log.errors).toContainEqual(expect.stringContaining('has no controller'));
    expect((await cluster.client.get(Service, web)).metadata.ownerReferences).toBeUndefined();
    // The other child is created.
    expect(await image()).toBe('web:1');
  });

  test('does not delete objects that another controller created for the same parent', async () => {
    await running.start(cluster.transport, setupDemoApplication).ready;
    const { metadata } = await create();
    const owner = {
      apiVersion: 'demo.example.com/v1',
      kind: 'DemoApplication',
      name: 'web',
      uid: metadata.uid,
    };
    const other = { name: 'other', namespace: 'default', ownerReferences: [{ ...owner, controller: true }] };
    await cluster.client.create(Service, { metadata: other, spec: { ports } });
    await change({ spec: { ports: [] } });
    await expect.poll(hasService).toBe(false);
    expect(await cluster.client.find(Service, other)).toBeDefined();
  });

  test('becomes idle', async () => {
    const operator = running.start(cluster.transport, setupDemoApplication);
    await operator.ready;
    await create();
    await expect.poll(status).toEqual({ readyReplicas: 0 });
    await expect.poll(() => operator.quietFor(300)).toBe(true);
    const { resourceVersion } = (await cluster.client.get(DemoApplication, web)).metadata;
    await change({ metadata: { annotations: { note: 'nothing that matters' } } });
    await expect.poll(() => operator.quietFor(300)).toBe(true);
    expect(resourceVersion).not.toBe(
      (await cluster.client.get(DemoApplication, web)).metadata.resourceVersion,
    );
    expect((await cluster.client.get(Deployment, web)).metadata.generation).toBe(1);
  });

  test('deletes children of kinds that its newer version no longer owns', async () => {
    await running.start(cluster.transport, setupDemoApplication).ready;
    await create();
    await expect.poll(hasService).toBe(true);
    await running.stop();
    await running.start(cluster.transport, (manager) =>
      manager.composite('demo-application', DemoApplication, {
        owns: [Deployment],
        desired: (application) => ({ children: [deploymentOf(application)] }),
      }),
    ).ready;
    await expect.poll(hasService).toBe(false);
    expect(await image()).toBe('web:1');
    const kinds = async (): Promise<unknown> => {
      const { annotations } = (await cluster.client.get(DemoApplication, web)).metadata;
      return annotations?.['composite.opgen.dev/demo-application'];
    };
    await expect.poll(kinds).toBe('deployments.v1.apps');
  });

  test('deletes children in order with finalize', async () => {
    await running.start(cluster.transport, (manager) =>
      manager.composite('ordered', DemoApplication, {
        owns: [ConfigMap, Deployment],
        desired: (application) => ({ children: [deploymentOf(application), last] }),
        finalize: (_, children) => {
          const isDown = children.of(Deployment).length === 0;
          return { children: isDown ? [] : [last], finalized: isDown && children.of(ConfigMap).length === 0 };
        },
      }),
    ).ready;
    await create();
    await expect.poll(image).toBe('web:1');
    const hold = (finalizers: string[] | null) =>
      cluster.client.patch(Deployment, web, mergePatch({ metadata: { finalizers } }));
    await hold(['demo.example.com/wait']);
    await cluster.client.delete(DemoApplication, web);
    const deleted = async () => (await cluster.client.find(Deployment, web))?.metadata.deletionTimestamp;
    await expect.poll(deleted).toBeDefined();
    expect(await cluster.client.find(ConfigMap, web)).toBeDefined();
    await hold(null);
    await expect.poll(() => cluster.client.find(DemoApplication, web)).toBeUndefined();
    expect(await cluster.client.find(ConfigMap, web)).toBeUndefined();
  });

  test('reconciles when a related object changes', async () => {
    await running.start(cluster.transport, (manager) =>
      manager.composite('related', DemoApplication, {
        owns: [Deployment],
        uses: [ConfigMap],
        related: ({ metadata }) => [{ kind: ConfigMap, name: `${metadata.name}-settings` }],
        desired: (application, _, { related }) => {
          const settings = related.find(ConfigMap, 'web-settings')?.data?.['image'] ?? 'none';
          return {
            children: [deploymentOf({ ...application, spec: { ...application.spec, image: settings } })],
          };
        },
      }),
    ).ready;
    await create();
    await expect.poll(image).toBe('none');
    const metadata = { name: 'web-settings', namespace: 'default' };
    await cluster.client.create(ConfigMap, { metadata, data: { image: 'web:3' } });
    await expect.poll(image).toBe('web:3');
    await cluster.client.delete(ConfigMap, metadata);
    await expect.poll(image).toBe('none');
  });
});
