import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import type { Environment } from '../proxy.ts';
import type { ClusterEntry, ExecEntry } from './kube-config.ts';

/** The credential that a plugin returned. */
export interface ExecCredential {
  token?: string;
  clientCertificateData?: string;
  clientKeyData?: string;
  /** RFC 3339. Without it, the credential is valid until the server rejects it. */
  expirationTimestamp?: string;
}

export interface ExecPluginOptions {
  environment: Environment;
  /** The wall clock in milliseconds, to compare with expiration times. */
  now: () => number;
  /** Whether a user can answer prompts of the plugin at this terminal. */
  interactive: boolean;
  /** Milliseconds after which a running plugin is killed. */
  timeout: number;
}

const versions = ['client.authentication.k8s.io/v1', 'client.authentication.k8s.io/v1beta1'];

/** The name of the cluster extension whose contents are passed to plugins. */
const clusterExtension = 'client.authentication.k8s.io/exec';

/** Runs a credential plugin and caches the credential until it expires. */
export class ExecPlugin {
  readonly #exec: ExecEntry;
  readonly #cluster: ClusterEntry;
  readonly #options: ExecPluginOptions;
  readonly #running = new Set<(why: string) => void>();
  #latest: Promise<ExecCredential> | undefined;

  constructor(exec: ExecEntry, cluster: ClusterEntry, options: ExecPluginOptions) {
    if (!versions.includes(exec.apiVersion)) {
      throw new Error(
        `the credential plugin ${exec.command} uses unsupported apiVersion ${exec.apiVersion}; supported: ${versions.join(', ')}`,
      );
    }
    if (exec.interactiveMode === 'Always' && !options.interactive) {
      throw new Error(`the credential plugin ${exec.command} needs an interactive terminal`);
    }
    this.#exec = exec;
    this.#cluster = cluster;
    this.#options = options;
  }

  /** Concurrent calls share one run of the plugin. */
  async credential(): Promise<ExecCredential> {
    const latest = (this.#latest ??= this.#start());
    const credential = await latest;
    if (!this.#isExpired(credential)) return credential;
    if (this.#latest === latest) this.#latest = undefined;
    return (this.#latest ??= this.#start());
  }

  /** Kills running plugins; pending calls reject. */
  close(): void {
    for (const kill of this.#running) kill('was stopped');
  }

  #start(): Promise<ExecCredential> {
    const run = this.#run();
    run.catch(() => {
      if (this.#latest === run) this.#latest = undefined;
    });
    return run;
  }

  #isExpired({ expirationTimestamp }: ExecCredential): boolean {
    return expirationTimestamp !== undefined && Date.parse(expirationTimestamp) <= this.#options.now();
  }

  async #run(): Promise<ExecCredential> {
    const { apiVersion, command } = this.#exec;
    const output = await this.#outputOf();
    const answer = parseAnswer(output, command);
    if (answer.apiVersion !== apiVersion) {
      throw new Error(
        `the credential plugin ${command} returned ${answer.apiVersion}, expected ${apiVersion}`,
      );
    }
    const { status } = answer;
    if (status?.token === undefined && status?.clientCertificateData === undefined) {
      throw new Error(`the credential plugin ${command} returned neither a token nor a client certificate`);
    }
    return status;
  }

  async #outputOf(): Promise<string> {
    const { args, command, installHint, interactiveMode } = this.#exec;
    const asks = interactiveMode !== 'Never' && this.#options.interactive;
    const env = await this.#environment(asks);
    return new Promise((resolve, reject) => {
      const child = spawn(command, args ?? [], {
        env,
        stdio: [asks ? 'inherit' : 'ignore', 'pipe', 'inherit'],
      });
      const { timeout } = this.#options;
      const kill = (why: string): void => {
        over();
        // Its child processes may keep the pipe open, so do not wait for `close`.
        child.kill('SIGKILL');
        child.stdout?.destroy();
        child.unref();
        reject(new Error(`the credential plugin ${command} ${why}`));
      };
      const timer = setTimeout(() => kill(`timed out after ${timeout / 1000} s`), timeout);
      const over = (): void => {
        clearTimeout(timer);
        this.#running.delete(kill);
      };
      this.#running.add(kill);
      const chunks: Buffer[] = [];
      child.stdout?.on('data', (chunk: Buffer) => chunks.push(chunk));
      child.once('error', (cause) => {
        over();
        const hint = installHint === undefined ? '' : `\n${installHint}`;
        reject(
          new Error(`the credential plugin ${command} cannot be started: ${cause.message}${hint}`, { cause }),
        );
      });
      child.once('close', (code, signal) => {
        over();
        if (code === 0) resolve(Buffer.concat(chunks).toString());
        else
          reject(new Error(`the credential plugin ${command} failed with ${signal ?? `exit code ${code}`}`));
      });
    });
  }

  async #environment(interactive: boolean): Promise<NodeJS.ProcessEnv> {
    const { apiVersion, env, provideClusterInfo } = this.#exec;
    const cluster = provideClusterInfo === true && { cluster: await clusterInfo(this.#cluster) };
    const info = { apiVersion, kind: 'ExecCredential', spec: { interactive, ...cluster } };
    return {
      ...this.#options.environment,
      ...Object.fromEntries((env ?? []).map(({ name, value }) => [name, value])),
      KUBERNETES_EXEC_INFO: JSON.stringify(info),
    };
  }
}

async function clusterInfo(cluster: ClusterEntry): Promise<object> {
  const config = cluster.extensions?.find(({ name }) => name === clusterExtension)?.extension;
  return {
    server: cluster.server,
    'tls-server-name': cluster['tls-server-name'],
    'insecure-skip-tls-verify': cluster['insecure-skip-tls-verify'],
    'certificate-authority-data': await authorityOf(cluster),
    'proxy-url': cluster['proxy-url'],
    config,
  };
}

/** Plugins receive the CA as data, never as a path. */
async function authorityOf(cluster: ClusterEntry): Promise<string | undefined> {
  const { 'certificate-authority-data': data = '', 'certificate-authority': path = '' } = cluster;
  if (data !== '') return data;
  return path === '' ? undefined : readFile(path, 'base64');
}

function parseAnswer(output: string, command: string): { apiVersion?: string; status?: ExecCredential } {
  try {
    return JSON.parse(output) as { apiVersion?: string; status?: ExecCredential };
  } catch (cause) {
    // Do not quote the output: it may contain a secret.
    throw new Error(`the credential plugin ${command} did not print JSON`, { cause });
  }
}
