import { type CustomResource, defineKind, type Int32, type IntOrString } from '@opgen/runtime';

// +validation:AnyOf=[{"maximum":10},{"multipleOf":10}]
type Step = Int32;

// +validation:AnyOf=[{"maximum":1024},{"enum":[8080]}]
type Port = IntOrString;

export interface ScaleSpec {
  /** Alternatives of the type alone. */
  step?: Step;
  /** The alternatives of the type still apply. */
  // +validation:AnyOf=[{"minimum":5},{"maximum":0}]
  jump?: Step;
  /** The same alternatives again. */
  // +validation:AnyOf=[{"maximum":10},{"multipleOf":10}]
  stride?: Step;
  /** Alternatives for an integer or a string, beside its types. */
  // +validation:AnyOf=[{"minimum":1},{"enum":["-1"]}]
  target?: IntOrString;
  /** Alternatives of a type and a field that is an integer or a string. */
  // +validation:AnyOf=[{"minimum":80},{"enum":[22]}]
  port?: Port;
  /** The items of a list. */
  // +validation:items:AnyOf=[{"minimum":5},{"maximum":0}]
  jumps?: Step[];
}

export interface Scale extends CustomResource<ScaleSpec> {
  apiVersion: 'steps.example.com/v1';
  kind: 'Scale';
}

export const Scale = defineKind<Scale>({
  apiVersion: 'steps.example.com/v1',
  kind: 'Scale',
  plural: 'scales',
  scope: 'Namespaced',
});
