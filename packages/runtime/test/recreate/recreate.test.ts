/** What a composite creates, and how it changes immutable fields, on both servers. */
import { createClient, isImmutableError, mergePatch, applyOrRecreate } from '@opgen/runtime';
import { child, owned } from '@opgen/runtime/composite';
import { Deployment, StatefulSet } from '@opgen/runtime/kinds/apps/v1';
import { Job } from '@opgen/runtime/kinds/batch/v1';
import { ConfigMap, Pod, Secret, Service } from '@opgen/runtime/kinds/core/v1';
import { realServerAvailable, startCluster, startRealCluster, type TestCluster } from '@opgen/testing';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  DemoApplication,
  demoApplicationCrd,
  deploymentOf,
  serviceOf,
  setupDemoApplication,
} from '../composite/demo-application.ts';
import { operators } from '../composite/operators.ts';

const real = await realServerAvailable(['etcd', 'kube-apiserver', 'kube-controller-manager']);
const ports = [{ name: 'http', protocol: 'TCP' as const, port: 80, targetPort: 8080 }];

describe.each([
  { server: 'the embedded API server', start: () => startCluster(), available: true },
  { server: 'a real API server', start: () => startRealCluster({ controllers: true }), available: real },
])('on $server', ({ start, available }) => {
  let cluster: Pick<TestCluster, 'client' | 'transport' | 'install' | 'stop'>;
  const running = operators();
  let count = 0;
  let web = { name: 'web', namespace: 'default' };

  beforeAll(async () => {
    if (!available) return;
    cluster = await start();
    await cluster.install(demoApplicationCrd);
  });

  afterEach(async () => {
    if (!available) return;
    await running.stop();
    await cluster.client.delete(DemoApplication, web);
    count += 1;
    web = { name: `web-${count}`, namespace: 'default' };
  });

  afterAll(async () => {
    if (available) await cluster.stop();
  });

  const create = (spec: object = {}) =>
    cluster.client.create(DemoApplication, {
      metadata: web,
      spec: { image: 'web:1', replicas: 1, ports, ...spec },
    });
  const change = (spec: object) => cluster.client.patch(DemoApplication, web, mergePatch({ spec }));
  const labels = { app: 'web' };
  const template = (image: string) => ({
    metadata: { labels },
    spec: { restartPolicy: 'Never', containers: [{ name: 'main', image }] },
  });
  const imageOfJob = async (): Promise<unknown> =>
    (await cluster.client.find(Job, web))?.spec?.template.spec?.containers[0]?.image;

  test.runIf(available)('a composite follows its parent and prunes children', async () => {
    await running.start(cluster.transport, setupDemoApplication).ready;
    await create();
    await expect.poll(() => cluster.client.find(Service, web)).toBeDefined();
    await change({ image: 'web:2', ports: [] });
    await expect.poll(() => cluster.client.find(Service, web)).toBeUndefined();
    const { spec } = await cluster.client.get(Deployment, web);
    expect(spec?.template.spec?.containers[0]?.image).toBe('web:2');
  });

  test.runIf(available)('recreates a Job if the policy allows it', async () => {
    const operator = running.start(cluster.transport, (manager) =>
      manager.composite('job', DemoApplication, {
        owns: [owned(Job, { immutable: 'recreate' }), Service],
        desired: ({ metadata: { name }, spec: { image } }) => ({
          children: [child(Job, { metadata: { name }, spec: { template: template(image) } })],
        }),
      }),
    );
    await operator.ready;
    await create();
    await expect.poll(imageOfJob).toBe('web:1');
    await change({ image: 'web:2' });
    await expect.poll(imageOfJob).toBe('web:2');
    expect(operator.log.errors).toEqual([]);
  });

  test.runIf(available)('keeps a Job without a policy, and the error explains why', async () => {
    const operator = running.start(cluster.transport, (manager) =>
      manager.composite('kept-job', DemoApplication, {
        owns: [Job],
        desired: ({ metadata: { name }, spec: { image } }) => ({
          children: [child(Job, { metadata: { name }, spec: { template: template(image) } })],
        }),
      }),
    );
    await operator.ready;
    await create();
    await expect.poll(imageOfJob).toBe('web:1');
    await change({ image: 'web:2' });
    await expect.poll(() => operator.log.errors).toContainEqual(expect.stringContaining('immutable'));
    expect(await imageOfJob()).toBe('web:1');
  });

  test.runIf(available)('recreates a StatefulSet and keeps its Pods', async () => {
    const { client } = cluster;
    const set = (storage: string) => ({
      metadata: web,
      spec: {
        serviceName: web.name,
        replicas: 0,
        selector: { matchLabels: labels },
        template: { metadata: { labels }, spec: { containers: [{ name: 'main', image: 'web:1' }] } },
        volumeClaimTemplates: [
          {
            metadata: { name: 'data' },
            spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage } } },
          },
        ],
      },
    });
    const { uid } = await client.apply(StatefulSet, set('1Gi')).then(({ metadata }) => metadata);
    const ownerReferences = [{ apiVersion: 'apps/v1', kind: 'StatefulSet', name: web.name, uid }];
    const pod = { name: `${web.name}-kept`, namespace: 'default' };
    await client.create(Pod, {
      metadata: { ...pod, labels: { other: 'pod' }, ownerReferences },
      spec: { containers: [{ name: 'main', image: 'web:1' }] },
    });
    const policy = { immutable: 'orphan-and-recreate' } as const;
    const again = async (): Promise<string> =>
      (await applyOrRecreate(client, StatefulSet, set('2Gi'), policy)).type;
    expect(await again()).toBe('recreating');
    await expect.poll(again).toBe('applied');
    expect((await client.get(StatefulSet, web)).metadata.uid).not.toBe(uid);
    const owners = async () => (await client.get(Pod, pod)).metadata.ownerReferences ?? [];
    await expect.poll(owners).toEqual([]);
    await client.delete(Pod, pod, { gracePeriodSeconds: 0 });
    await client.delete(StatefulSet, web);
  });

  test.runIf(available)('never deletes an object rejected for another reason too', async () => {
    const client = createClient(cluster.transport);
    const settings = { ...web, name: `${web.name}-settings` };
    await client.create(Secret, { metadata: settings, type: 'Opaque' });
    const wrong = { metadata: settings, type: 'kubernetes.io/tls' };
    const refusal = await applyOrRecreate(client, Secret, wrong, { immutable: 'recreate' }).catch(
      (error) => error,
    );
    expect(isImmutableError(refusal)).toBe(false);
    expect(await client.find(Secret, settings)).toBeDefined();
    await client.delete(Secret, settings);
  });

  test.runIf(available)('recreates an immutable ConfigMap', async () => {
    const { client } = cluster;
    const apply = (text: string) =>
      applyOrRecreate(
        client,
        ConfigMap,
        { metadata: web, immutable: true, data: { text } },
        { immutable: 'recreate' },
      );
    await apply('one');
    expect((await apply('two')).type).toBe('recreating');
    await expect.poll(async () => (await apply('two')).type).toBe('applied');
    expect((await client.get(ConfigMap, web)).data).toEqual({ text: 'two' });
    await client.delete(ConfigMap, web);
  });

  test.runIf(available)('rolls out Deployments one after the other', async () => {
    await running.start(cluster.transport, (manager) =>
      manager.composite('rolling', DemoApplication, {
        owns: [owned(Deployment, { update: 'RollingInPlace' }), Service],
        desired: (application) => {
          const { name } = application.metadata;
          const each = (index: number) => {
            const metadata = { ...application.metadata, name: `${name}-${index}` };
            return deploymentOf({ ...application, metadata });
          };
          return { children: [each(0), each(1), serviceOf(application)] };
        },
      }),
    ).ready;
    // No Pods run in these clusters: a Deployment with zero replicas is always available.
    await create({ replicas: 0 });
    const images = () =>
      Promise.all(
        [0, 1].map(async (index) => {
          const found = await cluster.client.find(Deployment, { ...web, name: `${web.name}-${index}` });
          return found?.spec?.template.spec?.containers[0]?.image;
        }),
      );
    await expect.poll(images).toEqual(['web:1', 'web:1']);
    await change({ image: 'web:2' });
    const seen = new Set<string>();
    await expect
      .poll(async () => {
        const now = await images();
        seen.add(now.join());
        return now;
      })
      .toEqual(['web:2', 'web:2']);
    expect(seen).not.toContain('web:1,web:2');
  });
});
