import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { systemClock } from '@opgen/runtime';
import { Deployment } from '@opgen/runtime/kinds/apps/v1';
import { Job } from '@opgen/runtime/kinds/batch/v1';
import { Secret, Service } from '@opgen/runtime/kinds/core/v1';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startCluster, type TestCluster } from '../../../src/cluster.ts';
import { findGoProgram } from '../../support/go-program.ts';
import { helm as program } from './helm-binary.ts';

const run = promisify(execFile);
const chart = fileURLToPath(new URL('chart', import.meta.url));
const binary = await findGoProgram(program, process.env);
if (binary === undefined)
  console.warn('Tests with Helm are skipped: `npm run real-server` builds it (needs Go).');

const waiting = ['--wait', '--timeout', '120s'];
const shop = { name: 'shop', namespace: 'default' };

/** The cases run in order, like the life of one release. */
describe.skipIf(binary === undefined)('helm with the embedded cluster', () => {
  let cluster: TestCluster;
  let folder: string;

  beforeAll(async () => {
    cluster = await startCluster({ workloads: true, clock: systemClock });
    folder = await mkdtemp(join(tmpdir(), 'opgen-helm-'));
    const { kubeconfig } = await cluster.serve();
    await writeFile(join(folder, 'kubeconfig'), kubeconfig, { mode: 0o600 });
  });

  afterAll(async () => {
    await cluster.stop();
    await rm(folder, { recursive: true });
  });

  async function helm(...args: string[]): Promise<string> {
    const env = { PATH: process.env['PATH'], HOME: folder, KUBECONFIG: join(folder, 'kubeconfig') };
    return (await run(binary!, args, { env, cwd: folder })).stdout;
  }

  const spec = async () => {
    const { spec, status } = await cluster.client.get(Deployment, shop);
    const image = spec.template.spec?.containers[0]?.image;
    return { replicas: spec.replicas, ready: status?.readyReplicas, image };
  };

  it('installs a release and waits until it is ready', async () => {
    expect(await helm('install', 'shop', chart, ...waiting)).toContain('STATUS: deployed');
    expect(await spec()).toEqual({ replicas: 1, ready: 1, image: 'nginx:1' });
  });

  it('upgrades it after the hook', async () => {
    const values = ['--set', 'replicas=3,image=nginx:2'];
    expect(await helm('upgrade', 'shop', chart, ...values, ...waiting)).toContain('REVISION: 2');
    expect(await spec()).toEqual({ replicas: 3, ready: 3, image: 'nginx:2' });
    await expect.poll(async () => (await cluster.client.list(Job)).items).toEqual([]);
  });

  it('refuses an upgrade that the API server rejects, and keeps the release', async () => {
    await expect(helm('upgrade', 'shop', chart, '--set', 'replicas=-1')).rejects.toThrow(
      /spec.replicas.*must be greater than or equal to 0/s,
    );
    expect(await spec()).toMatchObject({ replicas: 3, image: 'nginx:2' });
  });

  it('rolls back to the first revision', async () => {
    expect(await helm('rollback', 'shop', '1', ...waiting)).toContain('Rollback was a success');
    expect(await spec()).toEqual({ replicas: 1, ready: 1, image: 'nginx:1' });
    const history = JSON.parse(await helm('history', 'shop', '--output', 'json')) as { status: string }[];
    expect(history.map(({ status }) => status)).toEqual(['superseded', 'superseded', 'failed', 'deployed']);
  });

  it('uninstalls it without a trace', async () => {
    expect(await helm('uninstall', 'shop', ...waiting)).toContain('uninstalled');
    const { client } = cluster;
    expect(await client.find(Deployment, shop)).toBeUndefined();
    expect(await client.find(Service, shop)).toBeUndefined();
    expect((await client.list(Secret, { namespace: 'default' })).items).toEqual([]);
    expect(JSON.parse(await helm('list', '--all', '--output', 'json'))).toEqual([]);
  });
});
