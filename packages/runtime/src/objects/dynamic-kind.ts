import { defineKind, type Kind, type KindDefinition } from './kind.ts';
import type { KubernetesObject } from './object.ts';

/** An object of a kind that the program learns of when it runs. */
export interface DynamicObject extends KubernetesObject {
  [field: string]: unknown;
}

/**
 * The value that stands for a kind which has no type in the program: one that a user named, or that a mapper
 * found. What is read of its objects is `unknown`, and has to be looked at before it is used.
 */
export function dynamicKind(definition: KindDefinition<DynamicObject>): Kind<DynamicObject> {
  return defineKind<DynamicObject>(definition);
}
