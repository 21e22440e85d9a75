import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestCluster } from '@opgen/testing';
import { type Diagnostic, UserError } from '../diagnostics.ts';
import { conversionsFile } from '../manifests/conversion-patches.ts';
import { partFolders } from '../manifests/manifest-parts.ts';
import { Bundler } from './bundler.ts';
import { webhooksNotServed } from './diagnostics.ts';
import { logText, readLogLine } from './log-line.ts';
import { operatorArguments } from './operator-arguments.ts';
import { OperatorProcess } from './operator-process.ts';
import { chooseWebhookEndpoint } from './webhook-endpoint.ts';

export interface ProjectWebhooksOptions {
  root: string;
  env: Readonly<Record<string, string | undefined>>;
}

/** Milliseconds until the operator has to serve its webhooks. */
const timeout = 60_000;
/** More lines of its output say less about why it failed. */
const keptLines = 10;

/** The webhooks of a project, served by its operator for a cluster without stored objects: it has nothing to reconcile. */
export class ProjectWebhooks {
  readonly #options: ProjectWebhooksOptions;
  readonly #folder: string;
  #operator: OperatorProcess | undefined;

  private constructor(options: ProjectWebhooksOptions, folder: string) {
    this.#options = options;
    this.#folder = folder;
  }

  /** Bundles the operator. Throws a `UserError` if that is impossible. */
  static async prepare(options: ProjectWebhooksOptions): Promise<ProjectWebhooks> {
    const folder = await mkdtemp(join(tmpdir(), 'opgen-webhooks-'));
    const bundler = new Bundler(options.root, join(folder, 'main.js'));
    try {
      await (await bundler.bundle()).write();
      return new ProjectWebhooks(options, folder);
    } catch (error) {
      await rm(folder, { recursive: true });
      throw error;
    } finally {
      await bundler.close();
    }
  }

  /** Starts the operator, and makes the cluster call its webhooks. Throws a `UserError` if it does not serve them. */
  async serve(cluster: TestCluster): Promise<void> {
    const { root } = this.#options;
    const { bindAddress, endpoint } = await chooseWebhookEndpoint(this.#folder, new Date());
    const kubeconfig = join(this.#folder, 'kubeconfig');
    await writeFile(kubeconfig, (await cluster.serve()).kubeconfig, { mode: 0o600 });
    await this.#start(operatorArguments(root, bindAddress, this.#folder), kubeconfig);
    const files = ['manifests.yaml', conversionsFile]
      .map((name) => join(root, partFolders.webhook, name))
      .filter((file) => existsSync(file));
    await cluster.installWebhooks(files, endpoint);
  }

  async stop(): Promise<void> {
    await this.#operator?.kill();
    await rm(this.#folder, { recursive: true, force: true });
  }

  #start(args: readonly string[], kubeconfig: string): Promise<void> {
    const { env, root } = this.#options;
    const lines: string[] = [];
    return new Promise((resolve, reject) => {
      const fail = (message: string): void => reject(new UserError(notServed(message, lines)));
      const timer = setTimeout(() => fail(`it did not start within ${timeout / 1_000} s`), timeout);
      this.#operator = new OperatorProcess({
        file: join(this.#folder, 'main.js'),
        args: [...args],
        cwd: root,
        env: { ...env, KUBECONFIG: kubeconfig, WATCH_NAMESPACE: 'default' },
        onRun: () => {},
        onLine: (line) => {
          const log = readLogLine(line);
          if (log?.message === 'serving webhooks') {
            clearTimeout(timer);
            resolve();
          }
          lines.push(log === undefined ? line : logText(log));
          if (lines.length > keptLines) lines.shift();
        },
        onExit: ({ message }) => {
          clearTimeout(timer);
          fail(message);
        },
      });
    });
  }
}

function notServed(message: string, lines: readonly string[]): Diagnostic {
  const output = lines.map((line) => `\n    ${line}`).join('');
  const hint = 'fix the operator, or skip its webhooks with --no-webhooks';
  return webhooksNotServed({
    message: `the operator does not serve its webhooks: ${message}${output}`,
    hint,
  });
}
