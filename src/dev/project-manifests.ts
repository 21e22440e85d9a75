import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CustomResourceConversion, CustomResourceDefinition } from '@opgen/rules/definitions';
import type { WebhookConfiguration } from '@opgen/rules/webhooks';
import { parseAllDocuments } from 'yaml';
import { readDefinitions } from '../import/read-definitions.ts';
import { conversionsFile } from '../manifests/conversion-patches.ts';
import { externalCrdFolder, partFolders } from '../manifests/manifest-parts.ts';

export interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string; namespace?: string };
}

/** How `config/default` deploys the project. */
export interface Deployment {
  /** Begins the names of roles, service accounts and webhook configurations. */
  namePrefix: string;
  /** Replaces the namespace `system`. */
  namespace: string;
}

/**
 * The manifests in `config/`, with the names and the namespace of a deployment. It transforms them itself, because
 * `opgen dev` needs no kubectl to run in its own cluster.
 */
export class ProjectManifests {
  readonly #root: string;
  readonly #deployment: Deployment;

  constructor(root: string, deployment: Deployment) {
    this.#root = root;
    this.#deployment = deployment;
  }

  /** The CRDs of the project. */
  definitions(): CustomResourceDefinition[] {
    return this.#read(partFolders.crd, readDefinitions);
  }

  /** The CRDs of other operators. */
  externalDefinitions(): CustomResourceDefinition[] {
    return this.#read(externalCrdFolder, readDefinitions);
  }

  /** `config/rbac`, and the namespaces that it needs. */
  roles(): Manifest[] {
    const deployed = this.#read<Manifest>(partFolders.rbac).map((object) => this.#deployed(object));
    const namespaces = new Set([
      this.#deployment.namespace,
      ...deployed.flatMap(({ metadata }) => metadata.namespace ?? []),
    ]);
    const missing = [...namespaces].filter((name) => name !== 'default');
    return [
      ...missing.map((name) => ({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } })),
      ...deployed,
    ];
  }

  /** The webhook configurations, which still call the Service of the project. */
  webhookConfigurations(): WebhookConfiguration[] {
    const file = `${partFolders.webhook}/manifests.yaml`;
    return this.#documents<WebhookConfiguration>(file).map((object) => this.#deployed(object));
  }

  /** The conversions of CRDs by webhooks, by the names of the CRDs. */
  conversions(): ReadonlyMap<string, CustomResourceConversion> {
    const patches = this.#documents<CustomResourceDefinition>(`${partFolders.webhook}/${conversionsFile}`);
    return new Map(
      patches.flatMap(({ metadata, spec: { conversion } }) =>
        conversion === undefined ? [] : [[metadata.name, conversion] as const],
      ),
    );
  }

  samples(): Manifest[] {
    return this.#read('config/samples');
  }

  exists(path: string): boolean {
    return existsSync(this.path(path));
  }

  path(...parts: string[]): string {
    return join(this.#root, ...parts);
  }

  #deployed<T extends Manifest>(object: T): T {
    const { namePrefix } = this.#deployment;
    const { metadata, roleRef, subjects } = object as T & {
      roleRef?: { name: string };
      subjects?: { name: string; namespace?: string }[];
    };
    const { namespace } = metadata;
    return {
      ...object,
      metadata: {
        ...metadata,
        name: namePrefix + metadata.name,
        ...(namespace !== undefined && { namespace: this.#namespace(namespace) }),
      },
      ...(roleRef && { roleRef: { ...roleRef, name: namePrefix + roleRef.name } }),
      ...(subjects && {
        subjects: subjects.map((subject) => ({
          ...subject,
          name: namePrefix + subject.name,
          ...(subject.namespace !== undefined && { namespace: this.#namespace(subject.namespace) }),
        })),
      }),
    };
  }

  #namespace(name: string): string {
    return name === 'system' ? this.#deployment.namespace : name;
  }

  #read<T = Manifest>(
    folder: string,
    readText: (text: string, from: string) => T[] = (text) => documentsIn<T>(text),
  ): T[] {
    if (!this.exists(folder)) return [];
    return readdirSync(this.path(folder))
      .filter((file) => /\.ya?ml$/.test(file) && !file.startsWith('kustomization.'))
      .toSorted()
      .flatMap((file) => readText(readFileSync(this.path(folder, file), 'utf8'), `${folder}/${file}`));
  }

  #documents<T>(file: string): T[] {
    return this.exists(file) ? documentsIn(readFileSync(this.path(file), 'utf8')) : [];
  }
}

function documentsIn<T>(text: string): T[] {
  return parseAllDocuments(text).flatMap((document) => (document.toJS() as T | null) ?? []);
}
