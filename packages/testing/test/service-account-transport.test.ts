import { fileURLToPath } from 'node:url';
import { ForbiddenError, Manager } from '@opgen/runtime';
import { ConfigMap, Secret } from '@opgen/runtime/kinds/core/v1';
import { Lease } from '@opgen/runtime/kinds/coordination/v1';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startCluster, type TestCluster } from '../src/cluster.ts';
import { serviceAccountTransport } from '../src/service-account-transport.ts';

const rbac = fileURLToPath(new URL('../../../test/golden/single-api/project/config/rbac', import.meta.url));
let cluster: TestCluster;
beforeAll(async () => {
  cluster = await startCluster();
});
afterAll(() => cluster.stop());

test('grants what the generated roles grant, and nothing else', async () => {
  const transport = await serviceAccountTransport(cluster, rbac);
  const manager = new Manager({ transport, health: { bindAddress: '0' } });
  const client = manager.liveClient;

  const lease = await client.create(Lease, { metadata: { name: 'leader', namespace: 'system' }, spec: {} });
  expect(lease.metadata.name).toBe('leader');
  await expect(client.list(Secret)).rejects.toThrow(ForbiddenError);
  const forbidden = client.create(ConfigMap, { metadata: { name: 'a', namespace: 'default' } });
  await expect(forbidden).rejects.toThrow('system:serviceaccount:system:controller-manager');
});

test('can be called again, and needs exactly one ServiceAccount', async () => {
  await expect(serviceAccountTransport(cluster, rbac)).resolves.toBeDefined();
  await expect(serviceAccountTransport(cluster, [])).rejects.toThrow(
    'exactly one ServiceAccount, and have 0',
  );
});
