import {
  type DeepReadonly,
  isBeingDeleted,
  isConditionTrue,
  type Kind,
  type LiveClient,
} from '@opgen/runtime';
import { Pod } from '@opgen/runtime/kinds/core/v1';

/** A namespace of a cluster in which an operator runs. */
export interface Scene {
  readonly client: LiveClient;
  readonly namespace: string;
}

/** The Pods of a scene that are ready and stay. */
export async function readyPods({ client, namespace }: Scene): Promise<DeepReadonly<Pod>[]> {
  const { items } = await client.list(Pod, { namespace });
  return items.filter((pod) => !isBeingDeleted(pod) && isConditionTrue(pod.status?.conditions, 'Ready'));
}

/** The names of all objects of these kinds. */
export async function namesOf({ client, namespace }: Scene, kinds: readonly Kind[]): Promise<string[]> {
  const lists = await Promise.all(kinds.map((kind) => client.list(kind, { namespace })));
  return lists.flatMap(({ items }) => items.map(({ kind, metadata }) => `${kind} ${metadata.name}`));
}
