/** `opgen doctor` finds planted faults, one each, on both servers with kubectl. */
import type { TestCluster } from '@opgen/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newAuthority } from '../../packages/runtime/src/certificates/authority.ts';
import {
  type Deployed,
  deploy,
  deployable,
  type DeployableOptions,
  hasKubectl,
} from '../support/deployed.ts';
import { deploymentClusters } from '../support/deployment-clusters.ts';
import { writeFolder } from '../support/folder.ts';
import { goldenProject } from '../support/golden.ts';
import { type CliRun, runCli } from '../support/run-cli.ts';

const system = 'memcached-operator-system';
const deployment = `${system}/memcached-operator-controller-manager`;

/** A self-signed certificate, in base64 of PEM. */
function selfSignedAuthority(): string {
  const validity = { now: new Date(), lifetime: 86_400_000 };
  return Buffer.from(newAuthority('test', validity).certificate).toString('base64');
}

/** The installed packages, as npm leaves them. */
const packages = (version: string): Record<string, string> =>
  Object.fromEntries(
    ['opgen', '@opgen/runtime', '@opgen/testing'].map((name) => [
      `node_modules/${name}/package.json`,
      JSON.stringify({ name, version }),
    ]),
  );

const doctor = ({ folder, kubectl }: Deployed, ...flags: string[]): Promise<CliRun> =>
  runCli(folder, ['doctor', '--kubectl', kubectl, ...flags], { now: () => new Date() });

async function leads(project: Deployed, renewTime: Date): Promise<void> {
  await project.cluster.install({
    apiVersion: 'coordination.k8s.io/v1',
    kind: 'Lease',
    metadata: { name: 'memcached-operator-leader', namespace: system },
    spec: {
      holderIdentity: 'manager-0',
      leaseDurationSeconds: 15,
      renewTime: renewTime.toISOString().replace('Z', '000Z'),
    },
  });
}

describe.each(deploymentClusters)('doctor on %s', (_, isAvailable, start) => {
  describe.skipIf(!isAvailable)('', () => {
    let shared: TestCluster;
    beforeAll(async () => {
      shared = await start();
    });
    afterAll(() => shared.stop());

    async function deployed(
      scenario = 'single-api',
      change: DeployableOptions['change'] = {},
    ): Promise<Deployed> {
      const project = await deployable(scenario, { change, shared });
      writeFolder(project.folder, packages('0.1.0'));
      await deploy(project);
      return project;
    }

    test('finds nothing wrong with an operator that runs', async () => {
      const project = await deployed();
      await leads(project, new Date(Date.now() + 3_600_000));
      await project.run(...`rollout status deployment --namespace ${system}`.split(' '));
      const run = await doctor(project);
      expect(run).toMatchObject({ exitCode: 0, stderr: '' });
      expect(run.stdout).toContain(
        `ok       operator  Deployment ${deployment}: 1 of 1 replicas are available\n`,
      );
      expect(run.stdout).toContain('ok       leader    manager-0 leads\n');
      expect(run.stdout).toContain('ok       crds      CRD memcacheds.cache.example.com\n');
      expect(run.stdout).not.toContain('problem');
    });

    test('names each difference between the project and the cluster, and a holder that is gone', async () => {
      const project = await deployed('single-api', {
        'config/manager/manager.yaml': (text) =>
          text.replace(
            /( +)kubectl\.kubernetes\.io\/default-container: manager\n/,
            '$&$1pods.testing.opgen.dev/pull: fail\n',
          ),
      });
      await leads(project, new Date('2026-01-01T00:00:00Z'));
      const role = 'clusterrole/memcached-operator-manager-role';
      await project.run('patch', role, '--type=json', '--patch=[{"op":"remove","path":"/rules/0"}]');
      const crd = 'crd/memcacheds.cache.example.com';
      const path = '/spec/versions/0/schema/openAPIV3Schema/properties/spec/properties/replicas';
      await project.run('patch', crd, '--type=json', `--patch=[{"op":"remove","path":"${path}"}]`);
      await project.run('delete', 'clusterrolebinding', 'memcached-operator-manager-rolebinding');
      const run = await doctor(project);
      expect(run.exitCode).toBe(3);
      expect(run.stdout).toMatch(
        /problem {2}crds {6}CRD memcacheds\.cache\.example\.com in the cluster differs from the project: v1alpha1 \.spec\.replicas/,
      );
      expect(run.stdout).toContain(
        'ClusterRole memcached-operator-manager-role in the cluster has other rules than the project\n',
      );
      expect(run.stdout).toContain(
        'ClusterRoleBinding memcached-operator-manager-rolebinding is not in the cluster\n',
      );
      expect(run.stdout).toMatch(
        /manager-0 holds Lease memcached-operator-leader, but has not renewed it for \d+ seconds/,
      );
      expect(run.stdout).toContain(`Deployment ${deployment}: 0 of 1 replicas are available`);
    });

    test('finds a certificate that the API server does not trust, and one that has expired', async () => {
      const project = await deployed('webhooks');
      const missing = await doctor(project);
      expect(missing.stdout).toContain('Secret memcached-operator-certificates has no certificate');
      const [own, other] = [selfSignedAuthority(), selfSignedAuthority()];
      await project.cluster.install({
        apiVersion: 'v1',
        kind: 'Secret',
        metadata: { name: 'memcached-operator-certificates', namespace: system },
        data: { 'tls.crt': own },
      });
      expect((await doctor(project)).stdout).toContain('has no CA bundle, so the API server cannot call it');
      const trust = async (caBundle: string): Promise<string> => {
        for (const type of ['mutating', 'validating']) {
          const patch = [0, 1].map((index) => ({
            op: 'add',
            path: `/webhooks/${index}/clientConfig/caBundle`,
            value: caBundle,
          }));
          const name = `${type}webhookconfiguration/memcached-operator-${type}-webhook-configuration`;
          await project.run('patch', name, '--type=json', `--patch=${JSON.stringify(patch)}`);
        }
        return (await doctor(project)).stdout;
      };
      expect(await trust(other)).toContain(
        'has a CA bundle that does not match the certificate in Secret memcached-operator-certificates',
      );
      const trusted = await trust(own);
      expect(trusted).toContain('with a certificate that is valid until ');
      expect(trusted).not.toContain('problem  webhooks');
      const late = await runCli(project.folder, ['doctor', '--kubectl', project.kubectl], {
        now: () => new Date('2999-01-01T00:00:00Z'),
      });
      expect(late.stdout).toContain('the certificate in Secret memcached-operator-certificates expired on ');
    });

    test('says that a check cannot run', async () => {
      const project = await deployed();
      const forbidden = `${project.kubectl} --as=nobody`;
      const run = await runCli(project.folder, ['doctor', '--kubectl', forbidden]);
      expect(run.stdout).toMatch(/skipped {2}crds {6}not checked: .*forbidden/);
      expect(run.stdout).toMatch(/skipped {2}operator {2}not checked: .*forbidden/);
    });
  });
});

test.skipIf(!hasKubectl)(
  'doctor reports missing and other packages, and a cluster that it cannot reach, as JSON',
  async () => {
    const folder = goldenProject('single-api');
    const flags = ['doctor', '--json', '--context', 'no-such-context'];
    const run = await runCli(folder, flags);
    expect(run.exitCode).toBe(3);
    const { data } = JSON.parse(run.stdout) as { data: { findings: object[] } };
    expect(data.findings).toMatchObject([
      { check: 'node', status: 'ok' },
      {
        check: 'packages',
        status: 'problem',
        message: 'opgen, @opgen/runtime, @opgen/testing not installed',
      },
      {
        check: 'server',
        status: 'problem',
        hint: expect.stringContaining('kubectl config get-contexts') as string,
      },
      { check: 'operator', status: 'skipped', message: 'needs the API server' },
    ]);
    writeFolder(folder, { ...packages('0.0.9') });
    const other = await runCli(folder, ['doctor', '--context', 'no-such-context']);
    expect(other.stdout).toContain(
      'this is opgen 0.1.0, but the project has opgen 0.0.9, @opgen/runtime 0.0.9',
    );
  },
);
