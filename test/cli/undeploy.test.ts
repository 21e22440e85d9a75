/** `opgen undeploy` deletes the operator and leaves the objects of users alone, on both servers with kubectl. */
import { Deployment } from '@opgen/runtime/kinds/apps/v1';
import { dynamicKind } from '@opgen/runtime';
import type { TestCluster } from '@opgen/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Deployed, deploy, deployable, hasKubectl } from '../support/deployed.ts';
import { deploymentClusters } from '../support/deployment-clusters.ts';
import { goldenProject } from '../support/golden.ts';
import { type CliRun, runCli } from '../support/run-cli.ts';

const crd = 'memcacheds.cache.example.com';
const system = 'memcached-operator-system';

const memcached = (namespace: string): string =>
  JSON.stringify({
    apiVersion: 'cache.example.com/v1alpha1',
    kind: 'Memcached',
    metadata: { name: 'shop', namespace },
    spec: {},
  });

const Memcached = dynamicKind({
  apiVersion: 'cache.example.com/v1alpha1',
  kind: 'Memcached',
  plural: 'memcacheds',
  scope: 'Namespaced',
});

/** A Deployment that the operator has created for the object. */
const operand = (uid: string): object => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: {
    name: 'shop',
    namespace: 'default',
    ownerReferences: [
      { apiVersion: 'cache.example.com/v1alpha1', kind: 'Memcached', name: 'shop', uid, controller: true },
    ],
  },
  spec: {
    selector: { matchLabels: { app: 'shop' } },
    template: {
      metadata: { labels: { app: 'shop' } },
      spec: { containers: [{ name: 'memcached', image: 'memcached:1' }] },
    },
  },
});

const undeploy = ({ folder, kubectl }: Deployed, ...flags: string[]): Promise<CliRun> =>
  runCli(folder, ['undeploy', '--kubectl', kubectl, ...flags]);

/** The names of the objects that exist. */
async function remaining({ run }: Deployed): Promise<string[]> {
  const kinds = `crd,namespace,clusterrole,clusterrolebinding`;
  const text = await run(
    'get',
    kinds,
    '--output=name',
    '--selector',
    'app.kubernetes.io/managed-by=kustomize',
  );
  const crds = await run('get', 'crd', '--output=name');
  return [...text.split('\n'), ...crds.split('\n')].filter((line) => line !== '');
}

describe.each(deploymentClusters)('undeploy on %s', (_, isAvailable, start) => {
  describe.skipIf(!isAvailable)('', () => {
    let shared: TestCluster;
    beforeAll(async () => {
      shared = await start();
    });
    afterAll(() => shared.stop());

    async function deployed(): Promise<Deployed> {
      const project = await deployable('single-api', { shared });
      await deploy(project);
      return project;
    }

    /** A deployed operator, with an object of its kind in a namespace. */
    async function withObject(namespace: string): Promise<Deployed> {
      const project = await deployed();
      await project.cluster.install(JSON.parse(memcached(namespace)) as object);
      return project;
    }

    test('deletes everything when no CRD has objects, and again deletes nothing', async () => {
      const project = await deployed();
      const run = await undeploy(project);
      expect(run).toMatchObject({ exitCode: 0, stderr: '' });
      expect(run.stdout).toContain(`"${crd}" deleted`);
      expect(run.stdout).toContain(`namespace "${system}" deleted`);
      expect(await remaining(project)).toEqual([]);
      expect(await undeploy(project)).toMatchObject({
        exitCode: 0,
        stdout: 'nothing to delete\n',
        stderr: '',
      });
      expect(await undeploy(project, '--only-crds')).toMatchObject({
        exitCode: 0,
        stdout: 'nothing to delete\n',
      });
    });

    test('keeps a CRD that has objects, and the objects', async () => {
      const project = await withObject('default');
      const run = await undeploy(project);
      expect(run.exitCode).toBe(0);
      expect(run.stdout).not.toContain(crd);
      expect(run.stderr).toBe(
        `warning OPG4032 kept CRD ${crd}: it has 1 object (default/shop)\n` +
          '  hint: to delete it with its objects, run make deploy again, and then make undeploy delete-crds=true\n',
      );
      expect(await project.run('get', crd, '--namespace=default', '--output=name')).toContain('shop');
      expect(await remaining(project)).toEqual([`customresourcedefinition.apiextensions.k8s.io/${crd}`]);
    });

    test('leaves running what the operator created', async () => {
      const project = await withObject('default');
      const { client } = project.cluster;
      const key = { name: 'shop', namespace: 'default' };
      const owner = await client.get(Memcached, key);
      await project.cluster.install(operand(owner.metadata.uid));
      const isAvailable = async (): Promise<unknown> =>
        (await client.get(Deployment, key)).status?.availableReplicas;
      await expect.poll(isAvailable).toBe(1);
      const { uid } = (await client.get(Deployment, key)).metadata;
      expect(await undeploy(project)).toMatchObject({ exitCode: 0 });
      await project.cluster.settled();
      expect((await client.get(Deployment, key)).metadata).toMatchObject({ uid });
      expect(await isAvailable()).toBe(1);
    });

    test('keeps the namespace of the operator when it contains such objects', async () => {
      const project = await withObject(system);
      const run = await undeploy(project);
      expect(run.exitCode).toBe(0);
      expect(run.stderr).toContain(
        `kept CRD ${crd}, and Namespace ${system}, which contains them: it has 1 object (${system}/shop)`,
      );
      expect(await project.run('get', crd, `--namespace=${system}`, '--output=name')).toContain('shop');
      expect(await project.run('get', 'deployments', `--namespace=${system}`, '--output=name')).toBe('');
    });

    test('--delete-crds deletes the objects too', async () => {
      const project = await withObject('default');
      const run = await undeploy(project, '--delete-crds');
      expect(run).toMatchObject({ exitCode: 0, stderr: '' });
      expect(await remaining(project)).toEqual([]);
    });

    test('--only-crds fails when a CRD stays, and leaves the operator alone', async () => {
      const project = await withObject('default');
      const run = await undeploy(project, '--only-crds');
      expect(run.exitCode).toBe(1);
      expect(run.stderr).toContain(`error OPG4032 kept CRD ${crd}: it has 1 object (default/shop)`);
      expect(await undeploy(project, '--only-crds', '--delete-crds')).toMatchObject({ exitCode: 0 });
      expect(await project.run('get', 'deployments', `--namespace=${system}`, '--output=name')).not.toBe('');
    });
  });
});

test.skipIf(!hasKubectl)('undeploy reports a cluster that cannot be reached', async () => {
  const run = await runCli(goldenProject('single-api'), ['undeploy', '--context', 'no-such-context']);
  expect(run.exitCode).toBe(1);
  expect(run.stderr).toContain('error OPG4012 cannot read the API of the cluster: ');
});
