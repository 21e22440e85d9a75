import { nearestName } from '../diagnostics.ts';
import type { BuiltInResources } from '../kubernetes/built-in-resources.ts';
import type { KindModel } from '../model/api-model.ts';

/** Why no API server serves a resource, and what was probably meant. */
export interface UnknownName {
  message: string;
  hint: string;
}

/** What is below every resource of a custom kind, and of any kind for those who own objects of it. */
const belowEvery = ['status', 'scale', 'finalizers'];

/** Tells misspelt groups and resources, as far as the project and Kubernetes itself serve them. */
export class KnownResources {
  readonly #builtIn: BuiltInResources;
  /** The project's kinds, by group and plural. */
  readonly #own = new Map<string, Map<string, KindModel>>();
  /** What the groups serve, as far as it was asked for. */
  readonly #served = new Map<string, ReadonlySet<string>>();

  constructor(kinds: readonly KindModel[], builtIn: BuiltInResources) {
    this.#builtIn = builtIn;
    for (const kind of kinds) {
      const group = this.#own.get(kind.group) ?? new Map<string, KindModel>();
      group.set(kind.plural, kind);
      this.#own.set(kind.group, group);
    }
  }

  /** A group without a dot can only be one of Kubernetes'. */
  unknownGroup(group: string): UnknownName | undefined {
    if (group === '*' || group.includes('.') || this.#builtIn.hasGroup(group)) return undefined;
    const groups = ['core', ...this.#builtIn.groups(), ...this.#own.keys()].filter((name) => name !== '');
    const near = groups.find((name) => name.startsWith(`${group}.`)) ?? nearestName(group, groups);
    return {
      message: `there is no group '${group}'`,
      hint:
        near === undefined ? 'write the whole name, such as cache.example.com' : `did you mean '${near}'?`,
    };
  }

  /** Nothing if one of the groups has the resource, or may have it: those of others are not known here. */
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
          ? `it belongs to the group ${home || 'core'}`
          : near === undefined
            ? `resources are plurals in lower case, such as ${names[0]}`
            : `did you mean '${near}'?`,
    };
  }

  /** Whether objects belong to no namespace; unknown for resources of others. */
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

  /** Nothing for a group of somebody else. */
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
