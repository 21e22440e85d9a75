import type { Client } from '../client/client.ts';
import { NotFoundError } from '../client/errors.ts';
import { mergePatch } from '../client/patch.ts';
import type { DeepReadonly } from '../objects/deep-readonly.ts';
import { dynamicKind } from '../objects/dynamic-kind.ts';
import type { Kind } from '../objects/kind.ts';
import type { KubernetesObject } from '../objects/object.ts';
import { isBeingDeleted } from '../objects/ownership.ts';
import { isCreatedBy } from './claim.ts';
import { compositeLabel } from './composite-metadata.ts';

export interface InventoryOptions {
  readonly client: Pick<Client, 'patch'>;
  /** Reads from the API server, because kinds that are no longer owned are not watched. */
  readonly live: Pick<Client, 'list' | 'delete'>;
  /** The name of the composite. */
  readonly name: string;
  readonly owned: readonly Kind[];
}

/**
 * Records the kinds of children that an object may have in an annotation of that object:
 * `deployments.v1.apps,services.v1`.
 *
 * A kind is recorded before its first child is created, and removed after its last child is deleted. So a later
 * version of the operator that owns other kinds still finds the children that an earlier version created.
 */
export class Inventory {
  readonly #options: InventoryOptions;
  readonly #annotation: string;

  constructor(options: InventoryOptions) {
    this.#options = options;
    this.#annotation = `composite.opgen.dev/${options.name}`;
  }

  /** Adds the owned kinds to those that are already recorded. */
  async record<T extends KubernetesObject>(kind: Kind<T>, parent: DeepReadonly<T>): Promise<DeepReadonly<T>> {
    return this.#write(kind, parent, [...this.#options.owned, ...this.#formerKinds(parent)]);
  }

  /** Deletes the children of kinds that are no longer owned, and removes those kinds from the record. */
  async settle<T extends KubernetesObject>(kind: Kind<T>, parent: DeepReadonly<T>): Promise<DeepReadonly<T>> {
    const former = this.#formerKinds(parent);
    for (const each of former) await this.#deleteChildren(each, parent);
    return former.length === 0 ? parent : this.#write(kind, parent, this.#options.owned);
  }

  async #write<T extends KubernetesObject>(
    kind: Kind<T>,
    parent: DeepReadonly<T>,
    kinds: readonly Kind[],
  ): Promise<DeepReadonly<T>> {
    const text = kinds.map(formatKind).toSorted().join();
    const { annotations, uid } = parent.metadata;
    if (annotations?.[this.#annotation] === text) return parent;
    // With the uid, the patch fails if the object was deleted and created again in the meantime.
    const patch = mergePatch({ metadata: { uid, annotations: { [this.#annotation]: text } } });
    return this.#options.client.patch(kind, parent.metadata, patch);
  }

  #formerKinds({ metadata }: KubernetesObject): Kind[] {
    const scope = metadata.namespace === undefined ? 'Cluster' : 'Namespaced';
    const kinds = (metadata.annotations?.[this.#annotation] ?? '').split(',').filter((text) => text !== '');
    return (
      kinds
        .map((text) => parseKind(text, scope))
        // An owned kind in another API version has the same objects.
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
      // The kind no longer exists, so it has no objects.
      if (error instanceof NotFoundError) return [];
      throw error;
    }
  }
}

function isSameResource(a: Kind, b: Kind): boolean {
  return a.group === b.group && a.plural === b.plural;
}

/** The format that kubectl accepts: `deployments.v1.apps`. */
function formatKind({ plural, version, group }: Kind): string {
  return [plural, version, ...(group === '' ? [] : [group])].join('.');
}

function parseKind(text: string, scope: Kind['scope']): Kind {
  const [plural = '', version = '', ...group] = text.split('.');
  const apiVersion = [...(group.length === 0 ? [] : [group.join('.')]), version].join('/');
  return dynamicKind({ apiVersion, kind: plural, plural, scope });
}
