import { Node } from '@opgen/runtime/kinds/core/v1';
import { Deployment } from '@opgen/runtime/kinds/apps/v1';
import { minors, servedResources } from '@opgen/rules/builtin';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type EmbeddedCluster, startCluster } from '../src/cluster.ts';

async function clusterOf(version: string): Promise<EmbeddedCluster> {
  const cluster = await startCluster({ version, controllers: false });
  onTestFinished(() => cluster.stop());
  return cluster;
}

async function request(
  { transport }: EmbeddedCluster,
  method: string,
  path: string,
  object?: object,
): Promise<{ status: number; body: Record<string, unknown> }> {
  const response = await transport.request({
    method,
    path,
    headers: { 'content-type': 'application/json' },
    ...(object && { body: JSON.stringify(object) }),
  });
  return { status: response.status, body: JSON.parse(await response.text()) as Record<string, unknown> };
}

describe.each(minors)('a cluster of version %s', (minor) => {
  test('reports it', async () => {
    const cluster = await clusterOf(minor);
    expect((await request(cluster, 'GET', '/version')).body).toMatchObject({
      major: '1',
      minor: minor.slice(2),
      gitVersion: `v${minor}.0+opgen`,
    });
    expect((await request(cluster, 'GET', '/openapi/v2')).body).toMatchObject({
      info: { version: `v${minor}.0` },
    });
  });

  test('serves the stable API groups of it', async () => {
    const { body } = await request(await clusterOf(minor), 'GET', '/apis');
    const { groups } = body as unknown as { groups: { versions: { groupVersion: string }[] }[] };
    const served = groups.flatMap(({ versions }) => versions.map(({ groupVersion }) => groupVersion));
    const known = servedResources(minor)
      .filter(({ servedGroup, servedVersion }) => servedGroup !== '' && /^v\d+$/.test(servedVersion))
      .map(({ servedGroup, servedVersion }) => `${servedGroup}/${servedVersion}`);
    expect(served.toSorted()).toEqual([...new Set(known)].toSorted());
  });

  test('runs workloads', async () => {
    await using cluster = await startCluster({ version: minor, workloads: true });
    const template = {
      metadata: { labels: { app: 'web' } },
      spec: { containers: [{ name: 'web', image: 'nginx' }] },
    };
    await cluster.client.create(Deployment, {
      metadata: { name: 'web', namespace: 'default' },
      spec: { replicas: 2, selector: { matchLabels: { app: 'web' } }, template },
    });
    await cluster.settled();
    const { status } = await cluster.client.get(Deployment, { name: 'web', namespace: 'default' });
    expect(status?.readyReplicas).toBe(2);
    expect(status?.terminatingReplicas).toBe(minor === '1.33' || minor === '1.34' ? undefined : 0);
    const node = await cluster.client.get(Node, { name: 'node-1' });
    expect(node.status?.nodeInfo?.kubeletVersion).toBe(`v${minor}.0`);
  });
});

test('a patch version selects its minor version', async () => {
  const { body } = await request(await clusterOf('v1.34.2'), 'GET', '/version');
  expect(body['gitVersion']).toBe('v1.34.0+opgen');
});

test('an unknown version is an error with the known ones', async () => {
  await expect(startCluster({ version: '1.20' })).rejects.toThrow(
    'Kubernetes 1.20 is not supported: use one of 1.33, 1.34, 1.35, 1.36',
  );
});

test('the API versions of newer versions are not served', async () => {
  await using cluster = await startCluster({ version: '1.33' });
  const path = '/apis/resource.k8s.io/v1/deviceclasses';
  const { status, text } = await cluster.transport.request({ method: 'GET', path });
  expect([status, await text()]).toEqual([404, '404 page not found\n']);
});

test('the kinds of newer versions are not served', async () => {
  const path = '/apis/admissionregistration.k8s.io/v1/mutatingadmissionpolicies';
  expect((await request(await clusterOf('1.35'), 'GET', path)).status).toBe(404);
  expect((await request(await clusterOf('1.36'), 'GET', path)).status).toBe(200);
});

describe('the fields of newer versions', () => {
  const env = [{ name: 'A', valueFrom: { fileKeyRef: { volumeName: 'v', path: 'p', key: 'k' } } }];
  const object = {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'a' },
    spec: { containers: [{ name: 'c', image: 'nginx', env }], volumes: [{ name: 'v', emptyDir: {} }] },
  };
  const path = '/api/v1/namespaces/default/pods?fieldValidation=Strict';

  test('are unknown', async () => {
    const { status, body } = await request(await clusterOf('1.33'), 'POST', path, object);
    expect([status, body['message']]).toEqual([
      400,
      'Pod in version "v1" cannot be handled as a Pod: strict decoding error: unknown field "spec.containers[0].env[0].valueFrom.fileKeyRef"',
    ]);
  });

  test('are known', async () => {
    const { status } = await request(await clusterOf('1.36'), 'POST', path, object);
    expect(status).toBe(201);
  });
});
