import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CustomResourceDefinition } from '@opgen/rules/definitions';
import type { TestCluster } from '@opgen/testing';
import type { WebhookEndpoint } from '@opgen/runtime/webhook';
import { parse, parseAllDocuments, stringify } from 'yaml';
import { type Diagnostic, UserError } from '../diagnostics.ts';
import { definitionsIn, readDefinitions } from '../import/read-definitions.ts';
import { compareAllDefinitions } from '../manifests/compare/compare-definitions.ts';
import { conversionsFile } from '../manifests/conversion-patches.ts';
import { externalCrdFolder, partFolders } from '../manifests/manifest-parts.ts';
import { breakingChange, clusterRefused } from './diagnostics.ts';

/** A year in seconds: no development session lasts longer. */
const tokenLifetime = 31_536_000;

interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string; namespace?: string };
}

export interface ProjectInClusterOptions {
  cluster: TestCluster;
  root: string;
  /** The name of the project, which prefixes the names of its roles. */
  name: string;
  /** The operator watches one namespace only. */
  namespaced: boolean;
  /** Where the operator serves its webhooks; undefined if it serves none. */
  webhooks: WebhookEndpoint | undefined;
}

/** The CRDs, roles, webhooks and samples of a project in the cluster of `opgen dev`. */
export class ProjectInCluster {
  readonly #options: ProjectInClusterOptions;
  /** The namespace of the service account, and for a namespaced operator that of everything. */
  readonly namespace: string;

  constructor(options: ProjectInClusterOptions) {
    this.#options = options;
    this.namespace = options.namespaced ? 'default' : `${options.name}-system`;
  }

  /** Applies what config/ contains now. Returns warnings about changes that break stored objects. */
  async apply(): Promise<Diagnostic[]> {
    const folders = [partFolders.crd, externalCrdFolder].filter((folder) => this.#exists(folder));
    const warnings = await this.#breakingChanges();
    for (const folder of folders) await this.#install(folder, this.#path(folder));
    await this.#install(partFolders.rbac, this.#roles());
    await this.#installWebhooks();
    return warnings;
  }

  /** Whether the API server calls webhooks of the operator. */
  get hasWebhooks(): boolean {
    return this.#options.webhooks !== undefined && this.#webhookFiles().length > 0;
  }

  /** Applies config/samples, and returns the applied objects. */
  async applySamples(): Promise<string[]> {
    const samples = this.#read('config/samples');
    await this.#install('config/samples', samples);
    return samples.map(
      ({ kind, metadata: { name, namespace = 'default' } }) => `${kind} ${namespace}/${name}`,
    );
  }

  /** A kubeconfig with the permissions of the operator's service account. */
  async kubeconfigOfOperator(administrator: string): Promise<string> {
    const path = `/api/v1/namespaces/${this.namespace}/serviceaccounts/${this.#options.name}-controller-manager/token`;
    const { status } = await this.#send<{ status: { token: string } }>('POST', path, {
      apiVersion: 'authentication.k8s.io/v1',
      kind: 'TokenRequest',
      spec: { expirationSeconds: tokenLifetime },
    });
    const kubeconfig = parse(administrator) as { users: { user: object }[] };
    const users = kubeconfig.users.map((each) => ({ ...each, user: { token: status.token } }));
    return stringify({ ...kubeconfig, users });
  }

  /** The objects of config/rbac as config/default deploys them: prefixed, and in the namespace of the operator. */
  #roles(): object[] {
    const { name: project } = this.#options;
    const objects = this.#read(partFolders.rbac);
    const here = (namespace?: string): string | undefined =>
      namespace === 'system' ? this.namespace : namespace;
    const deployed = objects.map((object) => {
      const { metadata, roleRef, subjects } = object as Manifest & {
        roleRef?: { name: string };
        subjects?: { name: string; namespace?: string }[];
      };
      return {
        ...object,
        metadata: {
          ...metadata,
          name: `${project}-${metadata.name}`,
          ...(metadata.namespace !== undefined && { namespace: here(metadata.namespace) }),
        },
        ...(roleRef && { roleRef: { ...roleRef, name: `${project}-${roleRef.name}` } }),
        ...(subjects && {
          subjects: subjects.map((subject) => ({
            ...subject,
            name: `${project}-${subject.name}`,
            namespace: here(subject.namespace),
          })),
        }),
      };
    });
    const namespaces = new Set([
      this.namespace,
      ...deployed.flatMap(({ metadata }) => metadata.namespace ?? []),
    ]);
    const missing = [...namespaces].filter((name) => name !== 'default');
    return [
      ...missing.map((name) => ({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } })),
      ...deployed,
    ];
  }

  async #installWebhooks(): Promise<void> {
    const { cluster, webhooks } = this.#options;
    const files = this.#webhookFiles();
    if (webhooks === undefined || files.length === 0) return;
    await refusals(partFolders.webhook, () => cluster.installWebhooks(files, webhooks));
  }

  #webhookFiles(): string[] {
    const files = ['manifests.yaml', conversionsFile].map((name) => `${partFolders.webhook}/${name}`);
    return files.filter((file) => this.#exists(file)).map((file) => this.#path(file));
  }

  async #breakingChanges(): Promise<Diagnostic[]> {
    const wanted = this.#read(partFolders.crd, readDefinitions);
    const installed = await Promise.all(wanted.map(({ metadata }) => this.#installed(metadata.name)));
    const stored = installed.filter((definition) => definition !== undefined);
    const wantedByName = new Map(wanted.map((definition) => [definition.metadata.name, definition]));
    // The conversion of the installed one points to this machine.
    const changed = stored.flatMap(({ metadata, spec: { conversion } }) => {
      const definition = wantedByName.get(metadata.name);
      return definition === undefined ? [] : { ...definition, spec: { ...definition.spec, conversion } };
    });
    return compareAllDefinitions(stored, changed as CustomResourceDefinition[])
      .filter(({ severity }) => severity === 'breaking')
      .map(({ definition, version = '', path, message }) =>
        breakingChange({
          message: `${[definition, version, path].filter((part) => part !== '').join(' ')}: ${message}`,
          hint: 'stored objects may be invalid now: change them, or delete them',
        }),
      );
  }

  /** The installed CRD if objects of its kind are stored. */
  async #installed(name: string): Promise<CustomResourceDefinition | undefined> {
    const path = `/apis/apiextensions.k8s.io/v1/customresourcedefinitions/${name}`;
    const response = await this.#options.cluster.transport.request({ method: 'GET', path });
    const text = await response.text();
    if (response.status !== 200) return undefined;
    const [definition] = definitionsIn(JSON.parse(text), name);
    if (definition === undefined) return undefined;
    const { group, names, versions } = definition.spec;
    const version = versions.find(({ storage }) => storage)?.name ?? '';
    const { items = [] } = await this.#send<{ items?: object[] }>(
      'GET',
      `/apis/${group}/${version}/${names.plural}?limit=1`,
    );
    return items.length === 0 ? undefined : definition;
  }

  #install(what: string, manifests: string | readonly object[]): Promise<void> {
    return refusals(what, () => this.#options.cluster.install(manifests));
  }

  async #send<T>(method: string, path: string, body?: object): Promise<T> {
    const response = await this.#options.cluster.transport.request({
      method,
      path,
      headers: { 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const answer = JSON.parse(text) as T & { message?: string };
    if (response.status < 300) return answer;
    throw new UserError(
      clusterRefused({ message: `${method} ${path}: ${answer.message ?? response.status}` }),
    );
  }

  #read<T = Manifest>(
    folder: string,
    readText: (text: string, from: string) => T[] = (text) =>
      parseAllDocuments(text).flatMap((document) => (document.toJS() as T | null) ?? []),
  ): T[] {
    if (!this.#exists(folder)) return [];
    return readdirSync(this.#path(folder))
      .filter((file) => /\.ya?ml$/.test(file) && !file.startsWith('kustomization.'))
      .toSorted()
      .flatMap((file) => readText(readFileSync(this.#path(folder, file), 'utf8'), `${folder}/${file}`));
  }

  #exists(path: string): boolean {
    return existsSync(this.#path(path));
  }

  #path(...parts: string[]): string {
    return join(this.#options.root, ...parts);
  }
}

/** Turns errors of the API server into diagnostics. */
async function refusals(what: string, install: () => Promise<void>): Promise<void> {
  try {
    await install();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).syscall !== undefined) throw error;
    throw new UserError(clusterRefused({ message: `${what}: ${(error as Error).message}` }));
  }
}
