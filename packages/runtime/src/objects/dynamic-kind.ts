import { defineKind, type Kind, type KindDefinition } from './kind.ts';
import type { KubernetesObject } from './object.ts';

/** An object of a kind that is known only at run time. */
export interface DynamicObject extends KubernetesObject {
  [field: string]: unknown;
}

/**
 * Defines a kind that has no type in the program, for instance one that a user configured or a mapper found. The
 * fields of its objects are `unknown`: check them before use.
 */
export function dynamicKind(definition: KindDefinition<DynamicObject>): Kind<DynamicObject> {
  return defineKind<DynamicObject>(definition);
}
