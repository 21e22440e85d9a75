import type { RequestOptions } from 'node:https';
import type { KubeConfig } from '@kubernetes/client-node';
import { type Environment, proxyFor } from './proxy.ts';
import type { Credentials, CredentialSource, TlsMaterial } from './credentials.ts';

/** Fills a fresh configuration; `create` makes another one, for merging. */
export type LoadKubeConfig = (config: KubeConfig, create: () => KubeConfig) => void;

/** How long what was read from files and asked of plugins is used without another look. */
const freshFor = 10_000;

/**
 * The server and the credentials that a kubeconfig names.
 *
 * client-node reads the configuration and makes the headers, running exec plugins and reading token
 * files; its connections are not used. Loading that part alone, which its package permits, takes 0.43 s
 * where all of it takes 0.67 s, so it is imported only when a kubeconfig is. Most of what remains is
 * the generated API, which it imports for one function, and which a bundler drops.
 */
export class KubeConfigCredentials implements CredentialSource {
  readonly server: string;
  readonly #reload: () => KubeConfig;
  readonly #environment: Environment;
  readonly #now: () => number;
  #config: KubeConfig;
  #latest: { at: number; credentials: Promise<Credentials> } | undefined;

  static async load(
    load: LoadKubeConfig,
    context: string | undefined,
    environment: Environment,
    now: () => number = () => performance.now(),
  ): Promise<KubeConfigCredentials> {
    const module = await import('@kubernetes/client-node/dist/config.js');
    const create = (): KubeConfig => new module.KubeConfig();
    return new KubeConfigCredentials(
      () => {
        const config = create();
        load(config, create);
        if (context !== undefined) config.setCurrentContext(context);
        allowPlainHttp(config);
        return config;
      },
      environment,
      now,
    );
  }

  private constructor(reload: () => KubeConfig, environment: Environment, now: () => number) {
    this.#reload = reload;
    this.#environment = environment;
    this.#now = now;
    this.#config = reload();
    this.server = serverOf(this.#config);
  }

  async current(): Promise<Credentials> {
    if (this.#latest === undefined || this.#now() - this.#latest.at > freshFor) {
      const credentials = credentialsOf(this.#config, proxyFor(this.server, this.#environment));
      this.#latest = { at: this.#now(), credentials };
      credentials.catch(() => (this.#latest = undefined));
    }
    return this.#latest.credentials;
  }

  async refresh(refused: Credentials): Promise<void> {
    if ((await this.#latest?.credentials) !== refused) return;
    // A new configuration forgets the tokens that the old one had read or been given by a plugin.
    this.#config = this.#reload();
    this.#latest = undefined;
  }
}

/** client-node refuses `http:` unless told not to verify, where there is nothing to verify. */
function allowPlainHttp(config: KubeConfig): void {
  config.clusters = config.clusters.map((cluster) =>
    cluster.server.startsWith('http:') ? { ...cluster, skipTLSVerify: true } : cluster,
  );
}

function serverOf(config: KubeConfig): string {
  const server = config.getCurrentCluster()?.server;
  if (server !== undefined) return server;
  const names = config.contexts.map(({ name }) => name).join(', ');
  throw new Error(
    `the kubeconfig has no cluster for the context ${JSON.stringify(config.currentContext)}; it has: ${names}`,
  );
}

async function credentialsOf(config: KubeConfig, proxy: string | undefined): Promise<Credentials> {
  const options: RequestOptions = {};
  const cluster = config.getCurrentCluster();
  await config.applyToHTTPSOptions(options);
  const { ca, cert, key, auth, servername } = options;
  const proxyUrl = cluster?.proxyUrl ?? proxy;
  const tls: TlsMaterial = {
    ...(ca !== undefined && { ca: String(ca) }),
    ...(cert !== undefined && { cert: String(cert) }),
    ...(key !== undefined && { key: String(key) }),
    ...(servername !== undefined && { servername }),
    ...(cluster?.skipTLSVerify === true && { rejectUnauthorized: false }),
    ...(proxyUrl !== undefined && { proxyUrl }),
  };
  const headers = Object.fromEntries(
    Object.entries(options.headers ?? {}).map(([name, value]) => [name.toLowerCase(), String(value).trim()]),
  );
  if (auth) headers['authorization'] = `Basic ${Buffer.from(auth).toString('base64')}`;
  return { headers, tls };
}
