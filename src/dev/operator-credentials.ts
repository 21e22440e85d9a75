import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import type { ApiObjects } from './api-objects.ts';

export interface OperatorCredentialsOptions {
  api: ApiObjects;
  account: { namespace: string; name: string };
  /** A kubeconfig of the cluster with any user. */
  kubeconfig: string;
  /** Where the kubeconfig and the token are written. */
  folder: string;
  /** Seconds until the first token expires; the server may choose less. */
  lifetime: number;
  now: () => Date;
}

interface TokenRequest {
  readonly status: { readonly token: string; readonly expirationTimestamp: string };
}

/** Milliseconds after a failed renewal. */
const retryDelay = 10_000;
/** The longest timeout of Node. */
const longest = 2 ** 31 - 1;

/** A kubeconfig with the permissions of the operator's service account. Its token is renewed before it expires. */
export class OperatorCredentials {
  readonly #options: OperatorCredentialsOptions;
  #timer: NodeJS.Timeout | undefined;
  #stopped = false;

  constructor(options: OperatorCredentialsOptions) {
    this.#options = options;
  }

  /** Requests a token, and returns the path of the kubeconfig. */
  async write(): Promise<string> {
    const { folder, kubeconfig } = this.#options;
    await mkdir(folder, { recursive: true });
    await this.#renew();
    const given = parse(kubeconfig) as { users: { user: object }[] };
    const users = given.users.map((each) => ({ ...each, user: { tokenFile: this.#tokenFile } }));
    const path = join(folder, 'operator.kubeconfig');
    await writeFile(path, stringify({ ...given, users }), { mode: 0o600 });
    return path;
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
  }

  get #tokenFile(): string {
    return join(this.#options.folder, 'operator.token');
  }

  async #renew(): Promise<void> {
    const { account, api, lifetime, now } = this.#options;
    const path = `/api/v1/namespaces/${account.namespace}/serviceaccounts/${account.name}/token`;
    const { status } = await api.send<TokenRequest>('POST', path, {
      apiVersion: 'authentication.k8s.io/v1',
      kind: 'TokenRequest',
      spec: { expirationSeconds: lifetime },
    });
    await writeFile(this.#tokenFile, status.token, { mode: 0o600 });
    this.#renewAfter((new Date(status.expirationTimestamp).getTime() - now().getTime()) * 0.8);
  }

  #renewAfter(delay: number): void {
    if (this.#stopped) return;
    const renew = (): void => void this.#renew().catch(() => this.#renewAfter(retryDelay));
    this.#timer = setTimeout(renew, Math.min(Math.max(delay, retryDelay), longest)).unref();
  }
}
