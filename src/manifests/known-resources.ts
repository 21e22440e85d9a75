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
  readonly #own = new Map<string, KindModel[]>();

  constructor(kinds: readonly KindModel[], builtIn: BuiltInResources) {
    this.#builtIn = builtIn;
    for (const kind of kinds) this.#own.set(kind.group, [...(this.#own.get(kind.group) ?? []), kind]);
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
    const all = groups.length > 0 && groups.every((group) => this.#names(group) !== undefined);
    const isPattern = /^\*|\/\*$/.test(resource);
    const names = groups.flatMap((group) => this.#names(group) ?? []);
    const [base = '', below] = resource.split('/');
    if (!all || (isPattern && (base === '*' || names.includes(base)))) return undefined;
    if (names.includes(resource) || (names.includes(base) && below === 'finalizers')) return undefined;
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
    const own = this.#own.get(group)?.find(({ plural }) => plural === base);
    if (own !== undefined) return own.scope === 'Cluster';
    const builtIn = this.#builtIn.find(group, base);
    return builtIn && !builtIn.namespaced;
  }

  isOwn(group: string, resource: string): boolean {
    const [base = ''] = resource.split('/');
    return this.#own.get(group)?.some(({ plural }) => base === '*' || plural === base) ?? false;
  }

  #names(group: string): string[] | undefined {
    const own = this.#own
      .get(group)
      ?.flatMap(({ plural }) => [plural, ...belowEvery.map((name) => `${plural}/${name}`)]);
    if (own !== undefined) return own;
    return this.#builtIn.hasGroup(group) ? this.#builtIn.resourcesOf(group) : undefined;
  }

  #groupWith(resource: string): string | undefined {
    const groups = [...this.#own.keys(), ...this.#builtIn.groups()];
    return groups.find((group) => this.#names(group)?.includes(resource));
  }
}
