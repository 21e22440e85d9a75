/** The tutorial, command by command, from the packed tarballs: on every Node version and both API servers. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Deployment } from '@opgen/runtime/kinds/apps/v1';
import { Service } from '@opgen/runtime/kinds/core/v1';
import { eventually, realServerAvailable, startCluster, startRealCluster } from '@opgen/testing';
import { nodeExecutable, nodeMajors } from './node-versions.ts';
import { type RunningCommand, Walk } from './walk.ts';

const sample = 'config/samples/demo_v1alpha1_demoapplication.yaml';
const controlPlane = ['etcd', 'kube-apiserver', 'kube-controller-manager'] as const;
const withReal = await realServerAvailable(controlPlane);

const clusters = [
  { name: 'the embedded API server', start: () => startCluster() },
  ...(withReal
    ? [
        {
          name: 'a real kube-apiserver with its controllers',
          start: () => startRealCluster({ controllers: true }),
        },
      ]
    : []),
];

const key = { name: 'demoapplication-sample', namespace: 'default' };

describe.each(nodeMajors)('on Node %i', (major) => {
  let walk: Walk;

  beforeAll(async () => {
    walk = new Walk({ node: await nodeExecutable(major) });
    await walk.installOpgen();
  });

  afterAll(() => walk.remove());

  test('builds an operator with passing tests from an empty folder', async () => {
    await walk.run('npx opgen init --domain paas.example.com');
    await walk.run(
      'npx opgen create api --group demo --version v1alpha1 --kind DemoApplication --resource --controller',
    );
    await walk.run('npm test'); // As scaffolded, before any edit.
    walk.edit();
    await walk.run('npx opgen manifests');

    const crd = walk.read('config/crd/bases/demo.paas.example.com_demoapplications.yaml');
    const role = walk.read('config/rbac/role.yaml');
    for (const again of ['make', 'make manifests', 'npx opgen make manifests']) await walk.run(again);
    expect(walk.read('config/crd/bases/demo.paas.example.com_demoapplications.yaml')).toBe(crd);
    expect(walk.read('config/rbac/role.yaml')).toBe(role);
    expect(role).toContain('deployments');

    await walk.run('npm test');
    await walk.run('npm run lint');
    await walk.run('npx tsc --noEmit');
  });

  describe.each(clusters)('on $name', ({ start }) => {
    let cluster: Awaited<ReturnType<typeof start>>;
    let operator: RunningCommand;

    beforeAll(async () => {
      cluster = await start();
      const { kubeconfig } = await cluster.serve();
      walk.use(kubeconfig);
    });

    afterAll(async () => {
      await operator?.stop();
      await cluster?.stop();
    });

    test('the operator starts', async () => {
      await walk.run('make install');
      operator = walk.start('make run');
      await eventually(() => expect(operator.output).toMatch(/starting workers/), { timeout: 60_000 });
    });

    test('applying the sample creates an owned Deployment and Service with its ports', async () => {
      await walk.run(`kubectl apply -f ${sample}`);
      const deployment = await eventually(() => cluster.client.get(Deployment, key), { timeout: 30_000 });
      const service = await eventually(() => cluster.client.get(Service, key), { timeout: 30_000 });

      for (const { metadata } of [deployment, service]) {
        expect(metadata.ownerReferences).toMatchObject([
          { kind: 'DemoApplication', name: key.name, controller: true },
        ]);
      }
      expect(deployment.spec.replicas).toBe(2);
      expect(service.spec.type).toBe('NodePort');
      expect(service.spec.ports).toMatchObject([{ name: 'http', port: 80, targetPort: 8080 }]);
      expect(service.spec.ports?.[0]?.nodePort).toBeGreaterThanOrEqual(30_000);
    });

    test('changing the resource updates them', async () => {
      await walk.run(`kubectl patch demoapplication ${key.name} --type merge -p {"spec":{"replica":3}}`);
      await eventually(async () => {
        expect((await cluster.client.get(Deployment, key)).spec.replicas).toBe(3);
      });
    });

    test('manual drift is corrected', async () => {
      await walk.run(`kubectl scale deployment ${key.name} --replicas=7`);
      await eventually(async () => {
        expect((await cluster.client.get(Deployment, key)).spec.replicas).toBe(3);
      });
    });

    test('manually deleted objects are recreated', async () => {
      const before = await cluster.client.get(Service, key);
      await walk.run(`kubectl delete service ${key.name}`);
      await eventually(async () => {
        expect((await cluster.client.get(Service, key)).metadata.uid).not.toBe(before.metadata.uid);
      });
    });

    test('deleting the resource garbage-collects its objects', async () => {
      await walk.run(`kubectl delete -f ${sample}`);
      await eventually(
        async () => {
          expect(await cluster.client.find(Deployment, key)).toBeUndefined();
          expect(await cluster.client.find(Service, key)).toBeUndefined();
        },
        // A real garbage collector discovers a new kind within 30 seconds.
        { timeout: 120_000 },
      );
    });

    test('the operator shuts down cleanly on SIGTERM', async () => {
      await operator.stop();
      const direct = walk.start('node dist/main.js');
      await eventually(() => expect(direct.output).toMatch(/starting workers/), { timeout: 60_000 });
      expect(await direct.stop()).toBe(0);
    });
  });
});
