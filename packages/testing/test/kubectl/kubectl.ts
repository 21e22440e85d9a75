import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type ClusterOptions, type EmbeddedCluster, startCluster } from '../../src/cluster.ts';

const run = promisify(execFile);

export const kubectlIsHere = await run('kubectl', ['version', '--client']).then(
  () => true,
  () => false,
);

/** kubectl with an embedded API server of its own. */
export interface Terminal {
  readonly cluster: EmbeddedCluster;
  /** Resolves with the output of kubectl followed by its warnings. Rejects with the output if kubectl fails. */
  kubectl(...args: string[]): Promise<string>;
  /** The same with an input. */
  kubectlWith(input: string, ...args: string[]): Promise<string>;
  /** Writes a file and returns its path. */
  file(name: string, content: string): Promise<string>;
  close(): Promise<void>;
}

export async function openTerminal(options: ClusterOptions = {}): Promise<Terminal> {
  const cluster = await startCluster(options);
  const folder = await mkdtemp(join(tmpdir(), 'opgen-kubectl-'));
  const file = async (name: string, content: string): Promise<string> => {
    const path = join(folder, name);
    await writeFile(path, content);
    return path;
  };
  const { kubeconfig } = await cluster.serve();
  const environment = {
    ...process.env,
    HOME: folder,
    KUBECONFIG: await file('kubeconfig', kubeconfig),
    KUBE_EDITOR: 'true',
  };
  return {
    cluster,
    file,
    async kubectl(...args) {
      const { stdout, stderr } = await run('kubectl', args, { env: environment });
      return stdout + stderr;
    },
    async kubectlWith(input, ...args) {
      const running = run('kubectl', args, { env: environment });
      running.child.stdin?.end(input);
      const { stdout, stderr } = await running;
      return stdout + stderr;
    },
    async close() {
      await cluster.stop();
      await rm(folder, { recursive: true });
    },
  };
}
