import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import type { Transport } from '../../../src/entry-points/transport.ts';
import type { Client } from '../../../src/index.ts';
import { Secret, ServiceAccount } from '../../../src/kinds/core/v1.ts';
import { ClusterRoleBinding } from '../../../src/kinds/rbac/v1.ts';

const namespace = 'default';
const name = 'operator';

interface Cluster {
  readonly client: Client;
  readonly transport: Transport;
  serve(): Promise<{ kubeconfig: string }>;
}

/** A cluster-admin service account and its token in a file. The token is valid as long as its Secret exists. */
export class BoundToken {
  readonly #cluster: Cluster;
  readonly #folder: string;
  #secret = '';

  static async issue(cluster: Cluster): Promise<BoundToken> {
    const { client } = cluster;
    await client.apply(ServiceAccount, { metadata: { name, namespace } });
    await client.apply(ClusterRoleBinding, {
      metadata: { name },
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'cluster-admin' },
      subjects: [{ kind: 'ServiceAccount', name, namespace }],
    });
    const token = new BoundToken(cluster, await mkdtemp(join(tmpdir(), 'opgen-token-')));
    await token.replace();
    await token.trust(undefined);
    return token;
  }

  private constructor(cluster: Cluster, folder: string) {
    this.#cluster = cluster;
    this.#folder = folder;
  }

  get kubeConfig(): string {
    return join(this.#folder, 'kubeconfig');
  }

  get #file(): string {
    return join(this.#folder, 'token');
  }

  /** From now on the kubeconfig trusts this CA; undefined stands for the cluster's original one. */
  async trust(authority: string | undefined): Promise<void> {
    const { kubeconfig } = await this.#cluster.serve();
    const config = parse(kubeconfig) as {
      users: { user: object }[];
      clusters: { cluster: { 'certificate-authority-data'?: string } }[];
    };
    for (const entry of config.users) entry.user = { tokenFile: this.#file };
    if (authority !== undefined) {
      const data = Buffer.from(authority).toString('base64');
      for (const { cluster } of config.clusters) cluster['certificate-authority-data'] = data;
    }
    await writeFile(this.kubeConfig, stringify(config));
  }

  /** Invalidates the token without a replacement. */
  async revoke(): Promise<void> {
    await this.#cluster.client.delete(Secret, { name: this.#secret, namespace });
  }

  /** Issues a new token. */
  async replace(): Promise<void> {
    const { client, transport } = this.#cluster;
    const { metadata } = await client.create(Secret, { metadata: { generateName: 'token-', namespace } });
    this.#secret = metadata.name;
    const bound = { apiVersion: 'v1', kind: 'Secret', name: metadata.name, uid: metadata.uid };
    const response = await transport.request({
      method: 'POST',
      path: `/api/v1/namespaces/${namespace}/serviceaccounts/${name}/token`,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ spec: { audiences: [], boundObjectRef: bound, expirationSeconds: 600 } }),
    });
    const { status } = JSON.parse(await response.text()) as { status: { token: string } };
    await writeFile(this.#file, status.token, { mode: 0o600 });
  }

  async remove(): Promise<void> {
    await rm(this.#folder, { recursive: true });
  }
}
