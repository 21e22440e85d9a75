/** `opgen rollout` says why the operator is not available, on the embedded cluster and on a real control plane. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestCluster } from '@opgen/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { goldenFiles, goldenProject } from '../support/golden.ts';
import {
  type Deployed,
  deploy,
  deployable,
  type DeployableOptions,
  hasKubectl,
} from '../support/deployed.ts';
import { deploymentClusters } from '../support/deployment-clusters.ts';
import { type CliRun, runCli } from '../support/run-cli.ts';

const manager = 'config/manager/manager.yaml';
const name = 'Deployment memcached-operator-system/memcached-operator-controller-manager';

const withAnnotations =
  (annotations: Readonly<Record<string, string>>) =>
  (text: string): string =>
    text.replace(
      'kubectl.kubernetes.io/default-container: manager\n',
      (line) =>
        line +
        Object.entries(annotations)
          .map(([key, value]) => `        ${key}: ${JSON.stringify(value)}\n`)
          .join(''),
    );

/** Waits until the reason appears, so that the shortest timeout is long enough. */
async function rolloutOf({ folder, kubectl }: Deployed, reason: RegExp): Promise<CliRun> {
  let run: CliRun | undefined;
  await expect
    .poll(async () => {
      run = await runCli(folder, ['rollout', '--timeout', '0s', '--kubectl', kubectl]);
      return run.stderr + run.stdout;
    })
    .toMatch(reason);
  return run as CliRun;
}

describe.each(deploymentClusters)('rollout on %s', (_, isAvailable, start) => {
  describe.skipIf(!isAvailable)('', () => {
    let shared: TestCluster;
    beforeAll(async () => {
      shared = await start();
    });
    afterAll(() => shared.stop());

    const project = (change: DeployableOptions['change'] = {}): Promise<Deployed> =>
      deployable('single-api', { change, shared });

    test('waits until the Deployment is available', async () => {
      const deployed = await project();
      await deploy(deployed);
      const run = await runCli(deployed.folder, ['rollout', '--kubectl', deployed.kubectl], {
        now: () => new Date(),
      });
      expect(run).toMatchObject({ exitCode: 0, stderr: '' });
      expect(run.stdout).toContain(`${name} is available\n`);
    });

    test('names a Deployment that does not exist', async () => {
      const { folder, kubectl } = await project();
      const run = await runCli(folder, ['rollout', '--kubectl', kubectl]);
      expect(run).toMatchObject({
        exitCode: 1,
        stderr: `error OPG4030 ${name} does not exist\n  hint: apply config/default with make deploy IMG=<image>\n`,
      });
    });

    test('names the image that cannot be pulled, and why', async () => {
      const deployed = await project({
        [manager]: withAnnotations({ 'pods.testing.opgen.dev/pull': 'fail' }),
      });
      await deploy(deployed);
      const run = await rolloutOf(deployed, /not found/);
      expect(run.exitCode).toBe(1);
      expect(run.stderr).toContain(
        `error OPG4030 ${name}: 0 of 1 replicas are available: image controller:latest cannot be pulled: not found\n`,
      );
      expect(run.stderr).toContain('make deploy IMG=<image>');
    });

    test('prints the last log lines of a container that crashes', async () => {
      const deployed = await project({
        [manager]: withAnnotations({
          'pods.testing.opgen.dev/exit-code': '2',
          'log.testing.opgen.dev/manager': 'starting\nError: connect ECONNREFUSED\n',
        }),
      });
      await deploy(deployed);
      const run = await rolloutOf(deployed, /crashes/);
      expect(run.exitCode).toBe(1);
      expect(run.stderr).toContain(
        `${name}: 0 of 1 replicas are available: container manager crashes: exit code 2\n    starting\n    Error: connect ECONNREFUSED\n`,
      );
    });

    test('says what the scheduler says of a Pod that fits on no node', async () => {
      const deployed = await project({
        [manager]: (text) => text.replace('cpu: 10m', 'cpu: 9000').replace('cpu: 500m', 'cpu: 9000'),
      });
      await deploy(deployed);
      const run = await rolloutOf(deployed, /Insufficient/);
      expect(run.exitCode).toBe(1);
      expect(run.stderr).toMatch(/Pod is Pending: 0\/1 nodes are available: 1 Insufficient cpu/);
    });

    test('says which probe fails', async () => {
      const deployed = await project({
        [manager]: withAnnotations({ 'pods.testing.opgen.dev/readiness': 'fail' }),
      });
      await deploy(deployed);
      const run = await rolloutOf(deployed, /not ready/);
      expect(run.stderr).toContain('container manager runs but is not ready');
    });

    test('ignores the Pods of the previous template, which still run', async () => {
      const deployed = await project();
      await deploy(deployed);
      const rolledOut = 'rollout status deployment --namespace memcached-operator-system';
      await deployed.run(...rolledOut.split(' '));
      const path = join(deployed.folder, manager);
      const text = withAnnotations({ 'pods.testing.opgen.dev/pull': 'fail' });
      writeFileSync(path, text(goldenFiles('single-api')[manager] ?? ''));
      await deploy(deployed);
      const run = await rolloutOf(deployed, /cannot be pulled/);
      expect(run.exitCode).toBe(1);
    });
  });
});

describe.skipIf(!hasKubectl)('rollout', () => {
  test('reports a kubeconfig without a cluster, and a kustomization with an error', async () => {
    const folder = goldenProject('single-api');
    const unreachable = await runCli(folder, ['rollout', '--context', 'no-such-context']);
    expect(unreachable.exitCode).toBe(1);
    expect(unreachable.stderr).toContain('error OPG4012 cannot read Deployment');
    writeFileSync(join(folder, 'config/default/kustomization.yaml'), 'resources: [missing]\n');
    const broken = await runCli(folder, ['rollout']);
    expect(broken.exitCode).toBe(1);
    expect(broken.stderr).toContain('error OPG4031 cannot render config/default: ');
  });

  test('reports a program that is not installed, and a wrong duration', async () => {
    const folder = goldenProject('single-api');
    const run = await runCli(folder, ['rollout', '--kubectl', 'no-such-kubectl']);
    expect(run.stderr).toContain('no-such-kubectl is not in the PATH');
    const wrong = await runCli(folder, ['rollout', '--timeout', 'soon']);
    expect(wrong.stderr).toContain('use a duration such as 90s or 5m');
  });
});
