import {
  type Client,
  controllerOf,
  type Kind,
  type KubernetesObject,
  labelsMatch,
  type LabelSelector,
  type ObjectKey,
} from '@opgen/runtime';

interface WithSelector extends KubernetesObject {
  spec: { selector?: LabelSelector };
}

/** The owners of a kind that could adopt an object without a controller, because their selector matches it. */
export async function adopters<Owner extends WithSelector>(
  client: Client,
  kind: Kind<Owner>,
  object: KubernetesObject,
): Promise<ObjectKey[]> {
  if (controllerOf(object) !== undefined) return [];
  const { namespace = '', labels } = object.metadata;
  const { items } = await client.list(kind, { namespace });
  return items
    .filter(({ spec: { selector } }) => selector !== undefined && labelsMatch(selector, labels))
    .map(({ metadata }) => metadata);
}
