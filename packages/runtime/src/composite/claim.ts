import type { KubernetesObject } from '../objects/object.ts';
import { controllerOf } from '../objects/ownership.ts';
import { compositeLabel } from './composite-metadata.ts';

export interface Claim {
  readonly parent: KubernetesObject;
  /** The name of the composite. */
  readonly name: string;
  /** Take over objects that nobody controls, though this composite did not make them. */
  readonly adopt: boolean;
}

/** Why an object that has the name of a child may not be taken for it; undefined when it may. */
export function reasonNotToAdopt(
  { parent, adopt, name }: Claim,
  existing: KubernetesObject,
): string | undefined {
  const controller = controllerOf(existing);
  if (controller === undefined) {
    // What a parent of the same name left behind, when it was deleted alone, still has the marks.
    if (adopt || isMarked(existing, name)) return undefined;
    return 'it exists but has no controller: delete it, or set `adopt: true` to adopt it';
  }
  if (controller.uid === parent.metadata.uid) return undefined;
  const isNamesake = controller.kind === parent.kind && controller.name === parent.metadata.name;
  return isNamesake
    ? `it belongs to a deleted ${parent.kind} of the same name and has not been garbage-collected yet`
    : `it is controlled by ${controller.kind} ${controller.name}`;
}

/** Whether the composite made the object for the parent: only then may it delete it. */
export function isCreatedBy(object: KubernetesObject, { parent, name }: Omit<Claim, 'adopt'>): boolean {
  return controllerOf(object)?.uid === parent.metadata.uid && isMarked(object, name);
}

function isMarked({ metadata }: KubernetesObject, name: string): boolean {
  return metadata.labels?.[compositeLabel] === name;
}
