import { setTimeout as sleep } from 'node:timers/promises';
import { mergePatch } from '@opgen/runtime';
import { Deployment } from '@opgen/runtime/kinds/apps/v1';
import { Service } from '@opgen/runtime/kinds/core/v1';
import { ClusterRole, ClusterRoleBinding } from '@opgen/runtime/kinds/rbac/v1';
import type { Transport } from '@opgen/runtime/transport';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { startCluster, type TestCluster } from '../../src/cluster.ts';
import { realServerAvailable } from '../../src/envtest/availability.ts';
import { startRealCluster } from '../../src/envtest/real-cluster.ts';
import { DemoApplication, demoApplicationCrd, demoOperator, type Journal } from './demo-operator.ts';

const web = { name: 'web', namespace: 'default' };
const ports = [{ name: 'http', protocol: 'TCP' as const, port: 80, targetPort: 8080 }];
const real = await realServerAvailable(['etcd', 'kube-apiserver', 'kube-controller-manager']);

describe.each([
  { server: 'the embedded API server', start: () => startCluster(), available: true },
  { server: 'a real API server', start: () => startRealCluster({ controllers: true }), available: real },
])('an operator on $server', ({ start, available }) => {
  let cluster: Pick<TestCluster, 'client' | 'transport' | 'transportFor' | 'install' | 'stop'>;
  let stop: () => Promise<void>;
  let journal: Journal;
  let healthPort: () => number | undefined;

  beforeAll(async () => {
    if (!available) return;
    cluster = await start();
    await cluster.install(demoApplicationCrd);
  });

  afterEach(async () => {
    if (!available) return;
    await stop();
    await cluster.client.delete(DemoApplication, web);
    // A real garbage collector discovers new kinds every 30 seconds, and collects nothing of them before.
    await expect.poll(whatIsLeft).toEqual([]);
  });

  afterAll(async () => {
    if (available) await cluster.stop();
  });

  /** Starts the operator; `stop` ends it like SIGTERM and resolves once it has stopped. */
  function startOperator(transport: Transport): { ready: Promise<void> } {
    journal = [];
    const manager = demoOperator(transport, journal);
    const signal = new AbortController();
    const run = manager.start(signal.signal);
    healthPort = () => manager.healthPort;
    stop = async () => {
      signal.abort();
      await run;
    };
    return manager;
  }

  async function createApplication(): Promise<void> {
    const spec = { image: 'nginx:1.29', replica: 2, ports };
    await cluster.client.create(DemoApplication, { metadata: web, spec });
  }

  /** Waits until the operator has created the objects of the application. */
  async function runningApplication(): Promise<void> {
    await startOperator(cluster.transport).ready;
    await createApplication();
    await expect.poll(observedGeneration).toBe(1);
  }

  const replicas = async (): Promise<unknown> => (await cluster.client.find(Deployment, web))?.spec?.replicas;
  const observedGeneration = async (): Promise<unknown> =>
    (await cluster.client.get(DemoApplication, web)).status?.observedGeneration;
  const uidOfService = async (): Promise<unknown> => (await cluster.client.find(Service, web))?.metadata.uid;

  const readiness = async (): Promise<string> => {
    const answer = await fetch(`http://127.0.0.1:${healthPort()}/readyz?verbose`);
    return answer.text();
  };
  const whatIsLeft = async (): Promise<string[]> => {
    const { client } = cluster;
    const left = [
      await client.find(DemoApplication, web),
      await client.find(Deployment, web),
      await client.find(Service, web),
    ];
    return left.flatMap((object) => object?.kind ?? []);
  };

  test.runIf(available)('creates the objects with owner references', async () => {
    await runningApplication();
    const deployment = await cluster.client.get(Deployment, web);
    const service = await cluster.client.get(Service, web);
    const { uid } = (await cluster.client.get(DemoApplication, web)).metadata;

    expect(deployment.spec).toMatchObject({ replicas: 2 });
    expect(service.spec).toMatchObject({ type: 'NodePort', ports: [{ port: 80, targetPort: 8080 }] });
    for (const { metadata } of [deployment, service]) {
      expect(metadata.ownerReferences).toMatchObject([{ kind: 'DemoApplication', uid, controller: true }]);
    }
  });

  test.runIf(available)('follows a change of the spec', async () => {
    await runningApplication();
    await cluster.client.patch(DemoApplication, web, mergePatch({ spec: { replica: 3 } }));

    await expect.poll(replicas).toBe(3);
  });

  test.runIf(available)('restores objects that were changed or deleted by hand', async () => {
    await runningApplication();
    await cluster.client.patch(Deployment, web, mergePatch({ spec: { replicas: 7 } }));
    await expect.poll(replicas).toBe(2);

    const uid = await uidOfService();
    await cluster.client.delete(Service, web);
    await expect.poll(async () => ![undefined, uid].includes((await uidOfService()) as string)).toBe(true);
  });

  test.runIf(available)('leaves deletion to the garbage collector', async () => {
    await runningApplication();
    await cluster.client.delete(DemoApplication, web);

    // A real garbage collector discovers new kinds every 30 seconds, and collects nothing of them before.
    await expect.poll(whatIsLeft).toEqual([]);
  });

  test.runIf(available)('comes to rest: its own writes cause no further reconciles', async () => {
    await runningApplication();
    const isAtRest = async (): Promise<boolean> => {
      const before = journal.length;
      await sleep(500);
      return journal.length === before;
    };
    await expect.poll(isAtRest).toBe(true);
    expect(journal.length).toBeLessThan(10);
  });

  test.runIf(available)('continues where the previous process stopped', async () => {
    await runningApplication();
    await stop();
    await cluster.client.patch(DemoApplication, web, mergePatch({ spec: { replica: 5 } }));
    await startOperator(cluster.transport).ready;

    await expect.poll(replicas).toBe(5);
  });

  test.runIf(available)('names the missing permission, and recovers once it is granted', async () => {
    const operator = startOperator(cluster.transportFor({ name: 'demo-operator' }));
    await createApplication();
    const marker = '// +rbac:groups=demo.paas.example.com,resources=demoapplications,verbs=get;list;watch';
    await expect.poll(readiness).toContain(marker);

    const name = 'demo-operator';
    await cluster.client.create(ClusterRole, {
      metadata: { name },
      rules: [{ apiGroups: ['*'], resources: ['*'], verbs: ['*'] }],
    });
    await cluster.client.create(ClusterRoleBinding, {
      metadata: { name },
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name },
      subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name }],
    });
    await operator.ready;
    await expect.poll(observedGeneration).toBe(1);
    expect(await readiness()).toContain('[+]cache-sync ok');
  });
});
