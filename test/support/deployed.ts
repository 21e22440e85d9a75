import { execFile, spawnSync } from 'node:child_process';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { systemClock } from '@opgen/runtime';
import { startCluster, type TestCluster } from '@opgen/testing';
import { onTestFinished } from 'vitest';
import { temporaryFolder, writeFolder } from './folder.ts';
import { goldenFiles } from './golden.ts';

const run = promisify(execFile);

export const hasKubectl = spawnSync('kubectl', ['version', '--client']).status === 0;

/** A golden project, and a cluster with simulated nodes that kubectl reaches. */
export interface Deployed {
  readonly folder: string;
  readonly cluster: TestCluster;
  /** The path of a program that runs kubectl on the cluster: the value of `--kubectl`. */
  readonly kubectl: string;
  /** Runs kubectl in the folder of the project. Resolves with its output. */
  run(...args: string[]): Promise<string>;
}

export interface DeployableOptions {
  /** Edits files of the project, by their paths. */
  change?: Readonly<Record<string, (text: string) => string>>;
  /** Starts a cluster for this test. Default: the embedded server with workloads. */
  server?: () => Promise<TestCluster>;
  /** A cluster that runs longer than the test, which then removes the project from it. */
  shared?: TestCluster | undefined;
}

export const withWorkloads = (): Promise<TestCluster> =>
  startCluster({ workloads: true, clock: systemClock });

/** A golden project that can be deployed, until the test ends. */
export async function deployable(
  scenario: string,
  { change = {}, server = withWorkloads, shared }: DeployableOptions = {},
): Promise<Deployed> {
  const folder = temporaryFolder();
  const files = goldenFiles(scenario);
  for (const [path, text] of Object.entries(files)) {
    const changed = change[path]?.(text) ?? text;
    if (change[path] !== undefined && changed === text)
      throw new Error(`the change of ${path} has no effect`);
    writeFolder(folder, { [path]: changed });
  }
  const cluster = shared ?? (await server());
  if (shared === undefined) onTestFinished(() => cluster.stop());
  const { kubeconfig } = await cluster.serve();
  const programs = temporaryFolder();
  const config = join(programs, 'kubeconfig');
  const kubectl = join(programs, 'kubectl');
  writeFileSync(config, kubeconfig);
  writeFileSync(kubectl, `#!/bin/sh\nHOME=${programs} KUBECONFIG=${config} exec kubectl "$@"\n`);
  chmodSync(kubectl, 0o755);
  const runs: Deployed['run'] = async (...args) => (await run(kubectl, args, { cwd: folder })).stdout;
  if (shared !== undefined)
    onTestFinished(async () => {
      await runs('delete', '--ignore-not-found', '-k', 'config/default');
      await shared.settled();
    });
  return { folder, cluster, kubectl, run: runs };
}

/** Applies `config/default` as `make deploy` does. */
export async function deploy({ run: kubectl }: Deployed): Promise<void> {
  await kubectl(
    'apply',
    '--server-side',
    '--force-conflicts',
    '--field-manager=deploy',
    '-k',
    'config/default',
  );
}
