import type { TestCluster } from '@opgen/testing';
import type { WebhookEndpoint } from '@opgen/runtime/webhook';
import type { Diagnostic } from '../diagnostics.ts';
import { conversionsFile } from '../manifests/conversion-patches.ts';
import { externalCrdFolder, partFolders } from '../manifests/manifest-parts.ts';
import { ApiObjects } from './api-objects.ts';
import { breakingChanges } from './breaking-changes.ts';
import type { DevProject } from './dev-project.ts';
import { refusals } from './refusals.ts';
import { nameOf } from './object-name.ts';
import { type Deployment, ProjectManifests } from './project-manifests.ts';

export interface ProjectInClusterOptions {
  cluster: TestCluster;
  root: string;
  /** The name of the project, which prefixes the names of its roles. */
  name: string;
  /** The operator watches one namespace only. */
  namespaced: boolean;
  /** The names of the deployment that it stands for. Default: the usual ones, in `default` if it is namespaced. */
  deployment?: Deployment;
  /** Where the operator serves its webhooks; undefined if it serves none. */
  webhooks: WebhookEndpoint | undefined;
}

/** A project in the embedded cluster of `opgen dev`. */
export class ProjectInCluster implements DevProject {
  readonly #cluster: TestCluster;
  readonly #api: ApiObjects;
  readonly #manifests: ProjectManifests;
  readonly #webhooks: WebhookEndpoint | undefined;
  /** The namespace of the service account, and for a namespaced operator that of everything. */
  readonly namespace: string;

  constructor(options: ProjectInClusterOptions) {
    const { cluster, root, name, namespaced, webhooks } = options;
    const usual = { namePrefix: `${name}-`, namespace: namespaced ? 'default' : `${name}-system` };
    const { deployment = usual } = options;
    this.namespace = deployment.namespace;
    this.#cluster = cluster;
    this.#api = new ApiObjects(cluster.transport);
    this.#manifests = new ProjectManifests(root, deployment);
    this.#webhooks = webhooks;
  }

  /** Unless `external` is false, the CRDs of other operators are applied, too. */
  async apply({ external = true }: { external?: boolean } = {}): Promise<Diagnostic[]> {
    const folders = [partFolders.crd, ...(external ? [externalCrdFolder] : [])].filter((folder) =>
      this.#manifests.exists(folder),
    );
    const warnings = await refusals(partFolders.crd, () =>
      breakingChanges(this.#api, this.#manifests.definitions()),
    );
    for (const folder of folders) await this.#install(folder, this.#manifests.path(folder));
    await this.#install(partFolders.rbac, this.#manifests.roles());
    await this.#installWebhooks();
    return warnings;
  }

  get hasWebhooks(): boolean {
    return this.#webhooks !== undefined && this.#webhookFiles().length > 0;
  }

  async applySamples(): Promise<string[]> {
    const samples = this.#manifests.samples();
    await this.#install('config/samples', samples);
    return Promise.all(samples.map((sample) => nameOf(this.#api, sample)));
  }

  async #installWebhooks(): Promise<void> {
    const files = this.#webhookFiles();
    const webhooks = this.#webhooks;
    if (webhooks === undefined || files.length === 0) return;
    await refusals(partFolders.webhook, () => this.#cluster.installWebhooks(files, webhooks));
  }

  #webhookFiles(): string[] {
    const files = ['manifests.yaml', conversionsFile].map((name) => `${partFolders.webhook}/${name}`);
    return files.filter((file) => this.#manifests.exists(file)).map((file) => this.#manifests.path(file));
  }

  #install(what: string, manifests: string | readonly object[]): Promise<void> {
    return refusals(what, () => this.#cluster.install(manifests));
  }
}
