import type { Client } from '../client/client.ts';
import { NotFoundError } from '../client/errors.ts';
import { mergePatch } from '../client/patch.ts';
import { dynamicKind } from '../objects/dynamic-kind.ts';
import type { Kind } from '../objects/kind.ts';
import type { KubernetesObject } from '../objects/object.ts';
import { isBeingDeleted } from '../objects/ownership.ts';
import { isCreatedBy } from './claim.ts';
import { compositeLabel } from './composite-metadata.ts';

export interface InventoryOptions {
  readonly client: Pick<Client, 'patch'>;
  /** Reads kinds that nobody watches any more. */
  readonly live: Pick<Client, 'list' | 'delete'>;
  /** The name of the composite. */
  readonly name: string;
  readonly owned: readonly Kind[];
}

/**
 * The kinds of children that an object may have, in an annotation of the object itself:
 * `deployments.v1.apps,services.v1`.
 *
 * A kind is written down before the first child of it is made, and struck out when none is left. So a later
 * version of an operator, which owns other kinds, still finds what the earlier one made, whatever happened between.
 */
export class Inventory {
  readonly #options: InventoryOptions;
  readonly #annotation: string;

  constructor(options: InventoryOptions) {
    this.#options = options;
    this.#annotation = `composite.opgen.dev/${options.name}`;
  }

  /** Writes down all kinds that are owned, beside those that are already there. */
  async record<T extends KubernetesObject>(kind: Kind<T>, parent: T): Promise<T> {
    return this.#write(kind, parent, [...this.#options.owned, ...this.#formerKinds(parent)]);
  }

  /** Deletes children of kinds that are owned no more, and strikes those kinds out. */
  async settle<T extends KubernetesObject>(kind: Kind<T>, parent: T): Promise<T> {
    const former = this.#formerKinds(parent);
    for (const each of former) await this.#deleteChildren(each, parent);
    return former.length === 0 ? parent : this.#write(kind, parent, this.#options.owned);
  }

  async #write<T extends KubernetesObject>(kind: Kind<T>, parent: T, kinds: readonly Kind[]): Promise<T> {
    const text = kinds.map(formatKind).toSorted().join();
    const { annotations, uid } = parent.metadata;
    if (annotations?.[this.#annotation] === text) return parent;
    // The uid keeps it from a namesake that was made in the meantime.
    const patch = mergePatch({ metadata: { uid, annotations: { [this.#annotation]: text } } });
    return this.#options.client.patch(kind, parent.metadata, patch);
  }

  #formerKinds({ metadata }: KubernetesObject): Kind[] {
    const scope = metadata.namespace === undefined ? 'Cluster' : 'Namespaced';
    const kinds = (metadata.annotations?.[this.#annotation] ?? '').split(',').filter((text) => text !== '');
    return (
      kinds
        .map((text) => parseKind(text, scope))
        // Another version of a kind that is owned is the same objects.
        .filter((kind) => !this.#options.owned.some((each) => isSameResource(each, kind)))
    );
  }

  async #deleteChildren(kind: Kind, parent: KubernetesObject): Promise<void> {
    const { live, name } = this.#options;
    const { namespace } = parent.metadata;
    for (const object of await this.#childrenOf(kind, namespace)) {
      if (!isCreatedBy(object, { parent, name }) || isBeingDeleted(object)) continue;
      const scope = object.metadata.namespace === undefined ? 'Cluster' : 'Namespaced';
      const { uid } = object.metadata;
      await live.delete({ ...kind, scope }, object.metadata, { preconditions: { uid } });
    }
  }

  async #childrenOf(kind: Kind, namespace: string | undefined): Promise<readonly KubernetesObject[]> {
    const { live, name } = this.#options;
    try {
      const labelSelector = { [compositeLabel]: name };
      const { items } = await live.list(kind, {
        labelSelector,
        ...(namespace !== undefined && { namespace }),
      });
      return items;
    } catch (error) {
      // The kind itself is gone, and with it all of its objects.
      if (error instanceof NotFoundError) return [];
      throw error;
    }
  }
}

function isSameResource(a: Kind, b: Kind): boolean {
  return a.group === b.group && a.plural === b.plural;
}

/** As kubectl takes it: `deployments.v1.apps`. */
function formatKind({ plural, version, group }: Kind): string {
  return [plural, version, ...(group === '' ? [] : [group])].join('.');
}

function parseKind(text: string, scope: Kind['scope']): Kind {
  const [plural = '', version = '', ...group] = text.split('.');
  const apiVersion = [...(group.length === 0 ? [] : [group.join('.')]), version].join('/');
  return dynamicKind({ apiVersion, kind: plural, plural, scope });
}
