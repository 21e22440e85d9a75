/** If the process crashes at any write, the next process recovers. */
import { type Client, mergePatch } from '@opgen/runtime';
import { child } from '@opgen/runtime/composite';
import { Deployment } from '@opgen/runtime/kinds/apps/v1';
import { ConfigMap, Service } from '@opgen/runtime/kinds/core/v1';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { crashes, CrashingTransport } from '../support/crashing-transport.ts';
import { startTestCluster, type TestCluster } from '../support/test-cluster.ts';
import { DemoApplication, demoApplicationCrd, deploymentOf, serviceOf } from './demo-application.ts';
import { operators } from './operators.ts';

const web = { name: 'web', namespace: 'default' };
const ports = [{ name: 'http', protocol: 'TCP' as const, port: 80, targetPort: 8080 }];
const running = operators();

let cluster: TestCluster;
let client: Client;

beforeEach(async () => {
  cluster = await startTestCluster([demoApplicationCrd]);
  ({ client } = cluster);
});

afterEach(async () => {
  await running.stop();
  await cluster.stop();
});

const goodbye = child(ConfigMap, { metadata: { name: 'goodbye' } });

function setup(manager: Parameters<Parameters<typeof running.start>[1]>[0]): void {
  manager.composite('demo-application', DemoApplication, {
    owns: [Deployment, Service, ConfigMap],
    desired: (application, children) => ({
      children: [
        deploymentOf(application),
        ...(application.spec.ports?.length ? [serviceOf(application)] : []),
      ],
      status: { readyReplicas: children.of(Deployment).length },
    }),
    // Deletion creates the goodbye ConfigMap first and then completes.
    finalize: (_, children) => ({
      children: [goodbye],
      finalized: children.find(ConfigMap, 'goodbye') !== undefined,
    }),
  });
}

const names = async (): Promise<string[]> => {
  const options = { labelSelector: 'opgen.dev/composite' };
  const lists = await Promise.all([client.list(Deployment, options), client.list(Service, options)]);
  return lists.flatMap(({ items }) => items.map(({ kind, metadata }) => `${kind} ${metadata.name}`));
};
const isGone = async (): Promise<boolean> => (await client.find(DemoApplication, web)) === undefined;
const status = async (): Promise<unknown> => (await client.find(DemoApplication, web))?.status;

async function life(): Promise<void> {
  await expect.poll(names).toEqual(['Deployment web', 'Service web']);
  await expect.poll(status).toEqual({ readyReplicas: 1 });
  await client.patch(DemoApplication, web, mergePatch({ spec: { ports: [] } }));
  await expect.poll(names).toEqual(['Deployment web']);
  await client.delete(DemoApplication, web);
  await expect.poll(isGone).toBe(true);
}

test.each(crashes(11))(
  'recovers from a crash at write $after (reaches the server: $reaches)',
  async (crash) => {
    await client.create(DemoApplication, { metadata: web, spec: { image: 'web:1', replicas: 2, ports } });
    const transport = new CrashingTransport(cluster.transport, crash);
    await running.start(transport, setup).ready;
    const whole = life().then(
      () => 'finished',
      (error: unknown) => error,
    );
    if ((await Promise.race([whole, transport.crashed])) === undefined) {
      await running.stop();
      await running.start(cluster.transport, setup).ready;
    }
    expect(await whole).toBe('finished');
    await cluster.settled();
    expect(await names()).toEqual([]);
  },
);
