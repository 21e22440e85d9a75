/** `opgen undeploy` deletes the operator and leaves the objects of users alone, on the embedded cluster with kubectl. */
import { startCluster } from '@opgen/testing';
import { describe, expect, test } from 'vitest';
import { type Deployed, deploy, deployable, hasKubectl } from '../support/deployed.ts';
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

const undeploy = ({ folder, kubectl }: Deployed, ...flags: string[]): Promise<CliRun> =>
  runCli(folder, ['undeploy', '--kubectl', kubectl, ...flags]);

/** A deployed operator, with an object of its kind in a namespace. */
async function withObject(namespace: string): Promise<Deployed> {
  const deployed = await deployable('single-api', { server: startCluster });
  await deploy(deployed);
  await deployed.cluster.install(JSON.parse(memcached(namespace)) as object);
  return deployed;
}

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

describe.skipIf(!hasKubectl)('undeploy', () => {
  test('deletes everything when no CRD has objects, and again deletes nothing', async () => {
    const deployed = await deployable('single-api', { server: startCluster });
    await deploy(deployed);
    const run = await undeploy(deployed);
    expect(run).toMatchObject({ exitCode: 0, stderr: '' });
    expect(run.stdout).toContain(`"${crd}" deleted`);
    expect(run.stdout).toContain(`namespace "${system}" deleted`);
    expect(await remaining(deployed)).toEqual([]);
    expect(await undeploy(deployed)).toMatchObject({
      exitCode: 0,
      stdout: 'nothing to delete\n',
      stderr: '',
    });
    expect(await undeploy(deployed, '--only-crds')).toMatchObject({
      exitCode: 0,
      stdout: 'nothing to delete\n',
    });
  });

  test('keeps a CRD that has objects, and the objects', async () => {
    const deployed = await withObject('default');
    const run = await undeploy(deployed);
    expect(run.exitCode).toBe(0);
    expect(run.stdout).not.toContain(crd);
    expect(run.stderr).toBe(
      `warning OPG4032 kept CRD ${crd}: it has 1 object (default/shop)\n` +
        '  hint: to delete it with its objects, run make deploy again, and then make undeploy delete-crds=true\n',
    );
    expect(await deployed.run('get', crd, '--namespace=default', '--output=name')).toContain('shop');
    expect(await remaining(deployed)).toEqual([`customresourcedefinition.apiextensions.k8s.io/${crd}`]);
  });

  test('keeps the namespace of the operator when it contains such objects', async () => {
    const deployed = await withObject(system);
    const run = await undeploy(deployed);
    expect(run.exitCode).toBe(0);
    expect(run.stderr).toContain(
      `kept CRD ${crd}, and Namespace ${system}, which contains them: it has 1 object (${system}/shop)`,
    );
    expect(await deployed.run('get', crd, `--namespace=${system}`, '--output=name')).toContain('shop');
    expect(await deployed.run('get', 'deployments', `--namespace=${system}`, '--output=name')).toBe('');
  });

  test('--delete-crds deletes the objects too', async () => {
    const deployed = await withObject('default');
    const run = await undeploy(deployed, '--delete-crds');
    expect(run).toMatchObject({ exitCode: 0, stderr: '' });
    expect(await remaining(deployed)).toEqual([]);
  });

  test('--only-crds fails when a CRD stays, and leaves the operator alone', async () => {
    const deployed = await withObject('default');
    const run = await undeploy(deployed, '--only-crds');
    expect(run.exitCode).toBe(1);
    expect(run.stderr).toContain(`error OPG4032 kept CRD ${crd}: it has 1 object (default/shop)`);
    expect(await undeploy(deployed, '--only-crds', '--delete-crds')).toMatchObject({ exitCode: 0 });
    expect(await deployed.run('get', 'deployments', `--namespace=${system}`, '--output=name')).not.toBe('');
  });

  test('reports a cluster that cannot be reached', async () => {
    const run = await runCli(goldenProject('single-api'), ['undeploy', '--context', 'no-such-context']);
    expect(run.exitCode).toBe(1);
    expect(run.stderr).toContain('error OPG4012 cannot read the API of the cluster: ');
  });
});
