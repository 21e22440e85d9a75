import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';

/** A built-in resource of Kubernetes, such as `deployments` or `deployments/scale`. */
export interface BuiltInResource {
  /** Empty for the core group. */
  group: string;
  resource: string;
  kind: string;
  versions: readonly string[];
  namespaced: boolean;
}

/** The resources that the supported minor versions of Kubernetes serve. */
export class BuiltInResources {
  readonly #byGroup = new Map<string, Map<string, BuiltInResource>>();

  constructor(resources: readonly BuiltInResource[]) {
    for (const resource of resources) {
      const group = this.#byGroup.get(resource.group) ?? new Map<string, BuiltInResource>();
      group.set(resource.resource, resource);
      this.#byGroup.set(resource.group, group);
    }
  }

  hasGroup(group: string): boolean {
    return this.#byGroup.has(group);
  }

  groups(): string[] {
    return [...this.#byGroup.keys()];
  }

  /** The resources of a group, including subresources such as `pods/log`. */
  resourcesOf(group: string): string[] {
    return [...(this.#byGroup.get(group)?.keys() ?? [])];
  }

  find(group: string, resource: string): BuiltInResource | undefined {
    return this.#byGroup.get(group)?.get(resource);
  }

  /** The resource of a kind that is imported from `@opgen/runtime/kinds/<folder>/<version>`. */
  ofKind(folder: string, version: string, kind: string): BuiltInResource | undefined {
    for (const [group, resources] of this.#byGroup) {
      if ((group === '' ? 'core' : group.split('.')[0]) !== folder) continue;
      for (const resource of resources.values()) {
        const isItself = resource.kind === kind && !resource.resource.includes('/');
        if (isItself && resource.versions.includes(version)) return resource;
      }
    }
    return undefined;
  }
}

const facts = new URL('./facts/resources.json', import.meta.url);

export async function loadBuiltInResources(): Promise<BuiltInResources> {
  return new BuiltInResources(JSON.parse(await readFile(facts, 'utf8')) as BuiltInResource[]);
}

let resources: BuiltInResources | undefined;

/** Whether the objects of a built-in kind have no namespace. Reads the facts when a kind is first asked for. */
export function isClusterScoped(group: string, version: string, kind: string): boolean {
  resources ??= new BuiltInResources(JSON.parse(readFileSync(facts, 'utf8')) as BuiltInResource[]);
  const folder = group === '' ? 'core' : (group.split('.')[0] ?? group);
  return resources.ofKind(folder, version, kind)?.namespaced === false;
}
