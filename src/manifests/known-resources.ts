import { nearestName } from '../diagnostics.ts';
import type { BuiltInResources } from '../kubernetes/built-in-resources.ts';
import type { KindModel } from '../model/api-model.ts';

/** Why a group or resource is unknown, and the suggested correction. */
export interface UnknownName {
  message: string;
  hint: string;
}

/** The subresources of every custom resource. `finalizers` appears only in RBAC rules, for blockOwnerDeletion. */
const belowEvery = ['status', 'scale', 'finalizers'];

/** Detects misspelt groups and resources of the project and of Kubernetes. */
export class KnownResources {
  readonly #builtIn: BuiltInResources;
  /** The project's kinds, by group and plural. */
  readonly #own = new Map<string, Map<string, KindModel>>();
  /** A cache of the resources by group. */
  readonly #served = new Map<string, ReadonlySet<string>>();

  constructor(kinds: readonly KindModel[], builtIn: BuiltInResources) {
    this.#builtIn = builtIn;
    for (const kind of kinds) {
      const group = this.#own.get(kind.group) ?? new Map<string, KindModel>();
      group.set(kind.plural, kind);
      this.#own.set(kind.group, group);
    }
  }

  /** A group without a dot must be a built-in group. A group with a dot may belong to another operator. */
  unknownGroup(group: string): UnknownName | undefined {
    if (group === '*' || group.includes('.') || this.#builtIn.hasGroup(group)) return undefined;
    const groups = ['core', ...this.#builtIn.groups(), ...this.#own.keys()].filter((name) => name !== '');
    const near = groups.find((name) => name.startsWith(`${group}.`)) ?? nearestName(group, groups);
    return {
      message: `unknown group '${group}'`,
      hint: near === undefined ? 'write the full name, such as cache.example.com' : `did you mean '${near}'?`,
    };
  }

  /** Undefined if one of the groups has the resource, or belongs to another operator and may have it. */
  unknownResource(groups: readonly string[], resource: string): UnknownName | undefined {
    const served = groups.map((group) => this.#servedBy(group));
    const [base = '', below] = resource.split('/');
    const isServed = served.some(
      (names) =>
        names === undefined ||
        base === '*' ||
        names.has(resource) ||
        (names.has(base) && (below === '*' || below === 'finalizers')),
    );
    if (isServed || groups.length === 0) return undefined;
    const names = served.flatMap((group) => [...(group ?? [])]);
    const near = nearestName(resource, names);
    const home = this.#groupWith(resource);
    return {
      message: `${groups.map((group) => group || 'core').join(' and ')} has no resource '${resource}'`,
      hint:
        home !== undefined
          ? `it is in the group ${home || 'core'}`
          : near === undefined
            ? `write the plural in lower case, such as ${names[0]}`
            : `did you mean '${near}'?`,
    };
  }

  /** Whether a resource is cluster-scoped; undefined for resources of other operators. */
  isClusterScoped(group: string, resource: string): boolean | undefined {
    const [base = ''] = resource.split('/');
    const own = this.#own.get(group)?.get(base);
    if (own !== undefined) return own.scope === 'Cluster';
    const builtIn = this.#builtIn.find(group, base);
    return builtIn && !builtIn.namespaced;
  }

  isOwn(group: string, resource: string): boolean {
    const [base = ''] = resource.split('/');
    const own = this.#own.get(group);
    return own !== undefined && (base === '*' || own.has(base));
  }

  /** Undefined for a group of another operator. */
  #servedBy(group: string): ReadonlySet<string> | undefined {
    const known = this.#served.get(group);
    if (known !== undefined) return known;
    const own = this.#own.get(group);
    if (own === undefined && !this.#builtIn.hasGroup(group)) return undefined;
    const ofKinds = [...(own?.keys() ?? [])].flatMap((plural) => [
      plural,
      ...belowEvery.map((name) => `${plural}/${name}`),
    ]);
    const names = new Set([...ofKinds, ...this.#builtIn.resourcesOf(group)]);
    this.#served.set(group, names);
    return names;
  }

  #groupWith(resource: string): string | undefined {
    const groups = [...this.#own.keys(), ...this.#builtIn.groups()];
    return groups.find((group) => this.#servedBy(group)?.has(resource));
  }
}
