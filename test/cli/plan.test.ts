/** `opgen plan` as a user runs it: the built CLI, with a kubeconfig in YAML. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startCluster } from '@opgen/testing';
import { expect, test } from 'vitest';
import { isBuilt, runBuilt } from '../support/built-cli.ts';
import { Development } from '../support/development.ts';
import type { CliRun } from '../support/run-cli.ts';

test.skipIf(!isBuilt)('opgen plan shows what would change, and its exit code says whether', async () => {
  await using cluster = await startCluster();
  const { root } = new Development('first-operator');
  const kubeconfig = join(root, 'kubeconfig');
  writeFileSync(kubeconfig, (await cluster.serve()).kubeconfig);
  const plan = (...args: string[]): Promise<CliRun> =>
    runBuilt(root, ['plan', ...args], { env: { KUBECONFIG: kubeconfig } });

  await cluster.install(join(root, 'config/crd'));
  const nothing = await plan('--context', 'opgen', '--objects-only');
  expect(nothing).toMatchObject({ exitCode: 0, stdout: 'no changes\n' });

  await cluster.install(join(root, 'config/samples'));
  const { exitCode, stdout } = await plan('--context', 'opgen');
  expect(exitCode).toBe(3);
  expect(stdout).toContain('+ create ClusterRole first-operator-manager-role\n');
  expect(stdout).toMatch(/\+ create Deployment default\/\S+\n {4}\+ apiVersion: apps\/v1\n/);
  expect(stdout).toMatch(/\n\d+ to create, \d+ to update, 0 to delete\n$/);

  const json = await plan('--context', 'opgen', '--objects-only', '--json');
  expect(json.exitCode).toBe(3);
  const created = expect.objectContaining({ action: 'create', kind: 'Deployment' }) as unknown;
  expect(JSON.parse(json.stdout)).toMatchObject({
    data: { objects: expect.arrayContaining([created]) as unknown },
  });

  const mistyped = await plan('--context', 'opgenn');
  expect(mistyped.exitCode).toBe(1);
  expect(mistyped.stderr).toContain('known: opgen');
});
