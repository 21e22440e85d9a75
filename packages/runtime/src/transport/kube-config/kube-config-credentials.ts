import { readFile } from 'node:fs/promises';
import type { Credentials, CredentialSource, TlsMaterial } from '../credentials.ts';
import { type ImpersonatedUser, impersonationHeaders } from '../impersonation.ts';
import { type Environment, proxyFor } from '../proxy.ts';
import { ExecPlugin } from './exec-plugin.ts';
import type { KubeContext, UserEntry } from './kube-config.ts';

export interface KubeConfigCredentialsOptions {
  environment: Environment;
  /** Whether a user can answer prompts of a plugin. Default: standard input is a terminal. */
  interactive?: boolean;
  /** A monotonic clock in milliseconds. */
  now?: () => number;
  /** The wall clock in milliseconds. */
  today?: () => number;
  /** Timeout of a plugin in milliseconds. Default: one minute, or five if it is interactive. */
  pluginTimeout?: number;
}

/**
 * How long credentials are used before their files are read again: kubelet rotates tokens long before they expire.
 */
const freshFor = 10_000;

/**
 * The server and the credentials of one context.
 *
 * Reads files again every ten seconds, and runs a plugin again when its credential expires. Reloads the kubeconfig
 * when the server rejects the credentials or its certificate is not trusted.
 */
export class KubeConfigCredentials implements CredentialSource {
  readonly server: string;
  readonly #load: () => Promise<KubeContext>;
  readonly #options: Required<KubeConfigCredentialsOptions>;
  #context: KubeContext;
  #plugin: ExecPlugin | undefined;
  #latest: { at: number; credentials: Promise<Credentials> } | undefined;
  #refreshing: Promise<void> | undefined;

  static async from(
    load: () => Promise<KubeContext>,
    options: KubeConfigCredentialsOptions,
  ): Promise<KubeConfigCredentials> {
    return new KubeConfigCredentials(load, await load(), {
      interactive: process.stdin.isTTY,
      now: () => performance.now(),
      today: () => Date.now(),
      pluginTimeout: (options.interactive ?? process.stdin.isTTY) ? 5 * 60_000 : 60_000,
      ...options,
    });
  }

  private constructor(
    load: () => Promise<KubeContext>,
    context: KubeContext,
    options: Required<KubeConfigCredentialsOptions>,
  ) {
    this.#load = load;
    this.#context = context;
    this.#options = options;
    this.#plugin = this.#pluginOf(context);
    this.server = urlOf(context.cluster.server);
  }

  async current(): Promise<Credentials> {
    // Before the reload ends, `#read` would return the rejected credentials again.
    while (this.#refreshing !== undefined) await this.#refreshing.catch(() => undefined);
    const now = this.#options.now();
    if (this.#latest === undefined || now - this.#latest.at > freshFor) {
      const credentials = this.#read(this.#context);
      this.#latest = { at: now, credentials };
      credentials.catch(() => {
        if (this.#latest?.credentials === credentials) this.#latest = undefined;
      });
    }
    return this.#latest.credentials;
  }

  async refresh(rejected: Credentials): Promise<void> {
    if (this.#refreshing === undefined && (await this.#latest?.credentials) === rejected) {
      this.#refreshing ??= this.#reload().finally(() => (this.#refreshing = undefined));
    }
    await this.#refreshing;
  }

  close(): void {
    this.#plugin?.close();
  }

  async #reload(): Promise<void> {
    this.#latest = undefined;
    this.#context = await this.#load();
    // A new plugin has no cached credential.
    this.#plugin = this.#pluginOf(this.#context);
  }

  #pluginOf({ cluster, user }: KubeContext): ExecPlugin | undefined {
    const { environment, interactive, today: now, pluginTimeout: timeout } = this.#options;
    return user.exec && new ExecPlugin(user.exec, cluster, { environment, interactive, now, timeout });
  }

  async #read({ cluster, user }: KubeContext): Promise<Credentials> {
    const given = await this.#plugin?.credential();
    const [ca, cert, key, headers] = await Promise.all([
      contentOf(cluster['certificate-authority-data'], cluster['certificate-authority']),
      given?.clientCertificateData ?? contentOf(user['client-certificate-data'], user['client-certificate']),
      given?.clientKeyData ?? contentOf(user['client-key-data'], user['client-key']),
      authorization(user, given?.token),
    ]);
    const servername = cluster['tls-server-name'];
    const proxyUrl = cluster['proxy-url'] ?? proxyFor(this.server, this.#options.environment);
    const tls: TlsMaterial = {
      ...(ca !== undefined && { ca }),
      ...(cert !== undefined && { cert }),
      ...(key !== undefined && { key }),
      ...(servername !== undefined && { servername }),
      ...(cluster['insecure-skip-tls-verify'] === true && { rejectUnauthorized: false }),
      ...(proxyUrl !== undefined && { proxyUrl: checkedProxy(proxyUrl) }),
    };
    return { headers: { ...headers, ...impersonationHeaders(impersonatedUser(user)) }, tls };
  }
}

/** Like kubectl, defaults to https if the server has no scheme. */
function urlOf(server: string): string {
  const url = server.includes('://') ? server : `https://${server}`;
  if (!URL.canParse(url)) throw new Error(`invalid server URL in the kubeconfig: ${server}`);
  return url;
}

async function contentOf(base64: string | undefined, path: string | undefined): Promise<string | undefined> {
  if (base64 !== undefined && base64 !== '') return Buffer.from(base64, 'base64').toString();
  return path === undefined || path === '' ? undefined : readFile(path, 'utf8');
}

/** Precedence: the plugin's token, the token file, the inline token. The file is newer than the inline token. */
async function authorization(
  user: UserEntry,
  pluginToken: string | undefined,
): Promise<Record<string, string>> {
  const token = pluginToken ?? (await tokenOf(user));
  if (token !== undefined && token !== '') return { authorization: `Bearer ${token}` };
  if (user.username === undefined) return {};
  const login = `${user.username}:${user.password ?? ''}`;
  return { authorization: `Basic ${Buffer.from(login).toString('base64')}` };
}

async function tokenOf(user: UserEntry): Promise<string | undefined> {
  const { token, tokenFile, 'auth-provider': provider } = user;
  if (tokenFile !== undefined && tokenFile !== '') {
    const text = await readFile(tokenFile, 'utf8').catch((error: unknown) => {
      if (token === undefined) throw error;
      return token;
    });
    return text.trim();
  }
  if (token !== undefined) return token;
  if (provider === undefined) return undefined;
  const idToken = provider.name === 'oidc' ? provider.config?.['id-token'] : undefined;
  if (idToken !== undefined && idToken !== '') return idToken;
  throw new Error(
    `the kubeconfig's user has the auth-provider ${provider.name}, which Kubernetes no longer supports: ` +
      'use a credential plugin under exec instead, such as kubelogin or gke-gcloud-auth-plugin',
  );
}

function impersonatedUser(user: UserEntry): ImpersonatedUser {
  return {
    username: user.as,
    uid: user['as-uid'],
    groups: user['as-groups'],
    extra: user['as-user-extra'],
  };
}

function checkedProxy(url: string): string {
  if (/^(https?|socks5h?):/.test(url)) return url;
  throw new Error(
    `the proxy ${url} is not supported: the URL must begin with http://, https:// or socks5://`,
  );
}
