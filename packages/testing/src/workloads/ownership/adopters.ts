import {
  type Client,
  controllerOf,
  type Kind,
  type KubernetesObject,
  labelsMatch,
  type ObjectKey,
} from '@opgen/runtime';
import { type Selecting, selectorOf } from './selector-of.ts';

/** The owners of a kind that could adopt an object without a controller, because their selector matches it. */
export async function adopters<Owner extends Selecting>(
  client: Client,
  kind: Kind<Owner>,
  object: KubernetesObject,
): Promise<ObjectKey[]> {
  if (controllerOf(object) !== undefined) return [];
  const { namespace = '', labels } = object.metadata;
  const { items } = await client.list(kind, { namespace });
  return items
    .filter((owner) => {
      const selector = selectorOf(owner);
      return selector !== undefined && labelsMatch(selector, labels);
    })
    .map(({ metadata }) => metadata);
}
