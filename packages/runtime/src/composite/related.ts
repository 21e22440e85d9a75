import type { Client } from '../client/client.ts';
import type { Kind } from '../objects/kind.ts';
import type { KubernetesObject, ObjectKey } from '../objects/object.ts';
import { formatSelector, labelsMatch, type Selector } from '../objects/selector.ts';

/** Selects objects of one kind that a parent depends on without owning them. All conditions must match. */
export interface RelatedQuery<T extends KubernetesObject = KubernetesObject> {
  readonly kind: Kind<T>;
  readonly name?: string | undefined;
  readonly labelSelector?: Selector | undefined;
  /** `*` means all. Default: the namespace of the parent, or all if the parent is cluster-scoped. */
  readonly namespace?: string | undefined;
}

/** Whether an object matches a query of the parent. Pure. */
export function matchesQuery(
  query: RelatedQuery,
  parent: KubernetesObject,
  object: KubernetesObject,
): boolean {
  const { kind, name, labelSelector = '' } = query;
  const namespace = namespaceOf(query, parent);
  return (
    object.apiVersion === kind.apiVersion &&
    object.kind === kind.kind &&
    (name === undefined || object.metadata.name === name) &&
    (namespace === undefined || object.metadata.namespace === namespace) &&
    labelsMatch(labelSelector, object.metadata.labels)
  );
}

/** The objects that match any query of a parent, without duplicates. */
export async function readRelated(
  client: Pick<Client, 'find' | 'list'>,
  parent: KubernetesObject,
  queries: readonly RelatedQuery[],
): Promise<KubernetesObject[]> {
  const found = new Map<string, KubernetesObject>();
  for (const query of queries) {
    for (const object of await candidates(client, parent, query)) {
      if (matchesQuery(query, parent, object)) found.set(object.metadata.uid, object);
    }
  }
  return [...found.values()];
}

async function candidates(
  client: Pick<Client, 'find' | 'list'>,
  parent: KubernetesObject,
  query: RelatedQuery,
): Promise<readonly KubernetesObject[]> {
  const { kind, name, labelSelector } = query;
  const namespace = namespaceOf(query, parent);
  const scope = namespace === undefined ? {} : { namespace };
  if (name !== undefined && (kind.scope === 'Cluster' || namespace !== undefined)) {
    const key: ObjectKey = { name, ...scope };
    const object = await client.find(kind, key);
    return object === undefined ? [] : [object];
  }
  const labels = labelSelector === undefined ? {} : { labelSelector: formatSelector(labelSelector) };
  const { items } = await client.list(kind, { ...scope, ...labels });
  return items;
}

function namespaceOf({ kind, namespace }: RelatedQuery, parent: KubernetesObject): string | undefined {
  if (kind.scope === 'Cluster' || namespace === '*') return undefined;
  return namespace ?? parent.metadata.namespace;
}
