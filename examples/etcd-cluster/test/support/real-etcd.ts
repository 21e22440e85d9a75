// SPDX-License-Identifier: Apache-2.0

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type EtcdProcess, type EtcdRunner, flag } from './etcd-process.ts';
import { Loopback } from './loopback.ts';

/** Runs the etcd binary, on ports of the loopback address. */
export async function realEtcd(binary: string): Promise<EtcdRunner> {
  const network = new Loopback();
  const folder = await mkdtemp(join(tmpdir(), 'etcd-cluster-'));
  const running = new Set<RealProcess>();
  return {
    async start(args, volume) {
      const host = new URL(flag(args, 'advertise-client-urls')).hostname;
      const local = await Promise.all(
        args.map((each) => network.toLoopback(each.replace('//0.0.0.0:', `//${host}:`))),
      );
      const data = `--data-dir=${join(folder, volume)}`;
      const rest = local.filter((each) => !each.startsWith('--data-dir='));
      const child = spawn(binary, [...rest, data, '--unsafe-no-fsync', '--log-level=error'], {
        stdio: 'ignore',
      });
      const process = new RealProcess(child);
      running.add(process);
      return process;
    },
    fetch: network.fetch,
    erase: (volume) => rm(join(folder, volume), { recursive: true, force: true }),
    async stop() {
      await Promise.all([...running].map((process) => process.kill()));
      await rm(folder, { recursive: true, force: true });
    },
  };
}

class RealProcess implements EtcdProcess {
  readonly #child: ChildProcess;
  readonly #ended: Promise<unknown>;

  constructor(child: ChildProcess) {
    this.#child = child;
    this.#ended = once(child, 'exit').catch(() => undefined);
  }

  get isRunning(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null;
  }

  async kill(): Promise<void> {
    if (this.isRunning) this.#child.kill('SIGKILL');
    await this.#ended;
  }
}
