import { type BuiltInResource, builtInResources } from '@opgen/rules/builtin';

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

let resources: BuiltInResources | undefined;

/** Reads the lists of resources, once. */
export function loadBuiltInResources(): BuiltInResources {
  resources ??= new BuiltInResources(builtInResources());
  return resources;
}

/** Whether the objects of a built-in kind have no namespace. */
export function isClusterScoped(group: string, version: string, kind: string): boolean {
  const folder = group === '' ? 'core' : (group.split('.')[0] ?? group);
  return loadBuiltInResources().ofKind(folder, version, kind)?.namespaced === false;
}
