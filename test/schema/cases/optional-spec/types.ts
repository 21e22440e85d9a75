import { type CustomObject, defineKind, type Int32 } from '@opgen/runtime';

export interface PondSpec {
  ducks: Int32;
}

export interface PondStatus {
  seen?: Int32;
}

/** An object without a spec is valid, and one with a spec needs ducks. */
// +subresource:status
export interface Pond extends CustomObject {
  apiVersion: 'zoo.example.com/v1';
  kind: 'Pond';
  spec?: PondSpec;
  status?: PondStatus;
  /** Not every field is in the spec. */
  depths: Record<string, Int32>;
}

export const Pond = defineKind<Pond>({
  apiVersion: 'zoo.example.com/v1',
  kind: 'Pond',
  plural: 'ponds',
  scope: 'Namespaced',
});
