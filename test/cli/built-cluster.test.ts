import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { createClient } from '@opgen/runtime';
import { ConfigMap, Pod } from '@opgen/runtime/kinds/core/v1';
import { kubeConfigTransport } from '@opgen/runtime/transport';
import { describe, expect, test } from 'vitest';
import { isBuilt, runBuilt } from '../support/built-cli.ts';
import { temporaryFolder } from '../support/folder.ts';
import type { CliRun } from '../support/run-cli.ts';

interface Running {
  readonly process: ChildProcess;
  readonly kubeconfig: string;
  readonly ended: Promise<CliRun>;
}

/** The process of `opgen cluster`, once it has reported itself as ready. */
function started(folder: string, ...args: string[]): Promise<Running> {
  return new Promise((resolve, reject) => {
    let printed = '';
    const ended: Promise<CliRun> = runBuilt(folder, ['cluster', '--json', ...args], {
      started(process) {
        process.stdout!.on('data', (chunk) => {
          printed += chunk;
          if (!printed.endsWith('}\n')) return;
          const { data } = JSON.parse(printed) as { data: { kubeconfig: string } };
          resolve({ process, kubeconfig: data.kubeconfig, ended });
        });
      },
    });
    ended.then(({ stderr }) => reject(new Error(stderr)), reject);
  });
}

async function using<T>(
  kubeconfig: string,
  work: (client: ReturnType<typeof createClient>) => Promise<T>,
): Promise<T> {
  const transport = await kubeConfigTransport({ path: kubeconfig });
  try {
    return await work(createClient(transport));
  } finally {
    await transport.close();
  }
}

const settings = { name: 'settings', namespace: 'default' };

describe.skipIf(!isBuilt)('the built opgen cluster in an empty folder', () => {
  test('runs Pods, and ends cleanly on SIGTERM', async () => {
    const cluster = await started(temporaryFolder());
    await using(cluster.kubeconfig, async (client) => {
      await client.create(Pod, {
        metadata: { name: 'web', namespace: 'default' },
        spec: { containers: [{ name: 'web', image: 'nginx' }] },
      });
      const web = { name: 'web', namespace: 'default' };
      await expect.poll(async () => (await client.get(Pod, web)).status?.phase).toBe('Running');
    });
    cluster.process.kill('SIGTERM');
    expect(await cluster.ended).toMatchObject({ exitCode: 0, stderr: '' });
  });

  test('continues after kill -9 where it was', async () => {
    const folder = temporaryFolder();
    const first = await started(folder, '--no-workloads', '--state', 'state');
    expect(first.kubeconfig).toBe(join(folder, 'state/kubeconfig'));
    const written = await using(first.kubeconfig, (client) =>
      client.create(ConfigMap, { metadata: settings }),
    );
    first.process.kill('SIGKILL');
    await first.ended;
    const second = await started(folder, '--no-workloads', '--state', 'state');
    expect(await using(second.kubeconfig, (client) => client.get(ConfigMap, settings))).toEqual(written);
    second.process.kill('SIGTERM');
    expect((await second.ended).exitCode).toBe(0);
  });
});
