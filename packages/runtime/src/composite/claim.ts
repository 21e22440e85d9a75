import type { KubernetesObject } from '../objects/object.ts';
import { controllerOf } from '../objects/ownership.ts';
import { compositeLabel } from './composite-metadata.ts';

export interface Claim {
  readonly parent: KubernetesObject;
  /** The name of the composite. */
  readonly name: string;
  /** Adopt objects that have no controller, even if this composite did not create them. */
  readonly adopt: boolean;
}

/** Why an existing object with the name of a child cannot be used as that child; undefined if it can. */
export function reasonNotToAdopt(
  { parent, adopt, name }: Claim,
  existing: KubernetesObject,
): string | undefined {
  const controller = controllerOf(existing);
  if (controller === undefined) {
    // An orphan of a deleted parent with the same name (`--cascade=orphan`) still has the label.
    if (adopt || isMarked(existing, name)) return undefined;
    return 'it exists but has no controller: delete it, or set `adopt: true` to adopt it';
  }
  if (controller.uid === parent.metadata.uid) return undefined;
  const isNamesake = controller.kind === parent.kind && controller.name === parent.metadata.name;
  return isNamesake
    ? `it belongs to a deleted ${parent.kind} of the same name and has not been garbage-collected yet`
    : `it is controlled by ${controller.kind} ${controller.name}`;
}

/** Whether the composite created the object for the parent: it must not delete any other object. */
export function isCreatedBy(object: KubernetesObject, { parent, name }: Omit<Claim, 'adopt'>): boolean {
  return controllerOf(object)?.uid === parent.metadata.uid && isMarked(object, name);
}

function isMarked({ metadata }: KubernetesObject, name: string): boolean {
  return metadata.labels?.[compositeLabel] === name;
}
