import {
  type Client,
  controllerOf,
  controllerReference,
  type Kind,
  type KubernetesObject,
  labelsMatch,
  type LabelSelector,
  mergePatch,
} from '@opgen/runtime';

/** Who claims objects, and which. */
export interface Claimant {
  readonly client: Client;
  readonly owner: KubernetesObject;
  readonly selector: LabelSelector;
}

/**
 * The objects that an owner controls. As in kube-controller-manager, it adopts objects that match its selector and
 * have no controller, and releases those that no longer match.
 */
export async function claim<T extends KubernetesObject>(
  { client, owner, selector }: Claimant,
  kind: Kind<T>,
  candidates: readonly T[],
  mayAdopt: (object: T) => boolean = () => true,
): Promise<T[]> {
  const isLeaving = owner.metadata.deletionTimestamp !== undefined;
  const claimed: T[] = [];
  for (const object of candidates) {
    const controller = controllerOf(object);
    const matches = labelsMatch(selector, object.metadata.labels);
    if (controller !== undefined) {
      if (controller.uid !== owner.metadata.uid) continue;
      if (matches) claimed.push(object);
      else if (!isLeaving) await release(client, kind, owner, object);
    } else if (matches && !isLeaving && object.metadata.deletionTimestamp === undefined && mayAdopt(object)) {
      claimed.push((await adopt(client, kind, owner, object)) as T);
    }
  }
  return claimed;
}

function adopt<T extends KubernetesObject>(
  client: Client,
  kind: Kind<T>,
  owner: KubernetesObject,
  object: T,
) {
  const { ownerReferences = [] } = object.metadata;
  return patchOwners(client, kind, object, [...ownerReferences, controllerReference(owner)]);
}

function release<T extends KubernetesObject>(
  client: Client,
  kind: Kind<T>,
  owner: KubernetesObject,
  object: T,
) {
  const { ownerReferences = [] } = object.metadata;
  const others = ownerReferences.filter(({ uid }) => uid !== owner.metadata.uid);
  return patchOwners(client, kind, object, others);
}

function patchOwners<T extends KubernetesObject>(
  client: Client,
  kind: Kind<T>,
  { metadata }: T,
  ownerReferences: KubernetesObject['metadata']['ownerReferences'],
) {
  const { name, namespace, uid, resourceVersion } = metadata;
  const key = namespace === undefined ? { name } : { name, namespace };
  return client.patch(kind, key, mergePatch({ metadata: { uid, resourceVersion, ownerReferences } }));
}
