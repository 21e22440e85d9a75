import { type CustomResource, defineKind, type Double, type Int32 } from '@opgen/runtime';

/** A share of the traffic, without its ends. */
// +validation:Minimum=0
// +validation:ExclusiveMinimum=true
// +validation:Maximum=1
// +validation:ExclusiveMaximum=true
type Share = Double;

// +validation:Minimum=0
// +validation:Maximum=100
type Percentage = Int32;

export interface RolloutSpec {
  /** A stricter limit, which includes its bound. */
  // +validation:Minimum=0.5
  canary?: Share;
  /** A looser limit: that of the type still applies. */
  // +validation:Minimum=-1
  // +validation:Maximum=0.5
  preview?: Share;
  /** The same bound: it stays exclusive. */
  // +validation:Minimum=0
  // +validation:ExclusiveMinimum=false
  mirror?: Share;
  /** An exclusive bound for the limit of the type. */
  // +validation:ExclusiveMinimum=true
  weight?: Percentage;
  /** An exclusive limit beside an inclusive one. */
  // +validation:Maximum=50
  // +validation:ExclusiveMaximum=true
  step?: Percentage;
}

export interface Rollout extends CustomResource<RolloutSpec> {
  apiVersion: 'traffic.example.com/v1';
  kind: 'Rollout';
}

export const Rollout = defineKind<Rollout>({
  apiVersion: 'traffic.example.com/v1',
  kind: 'Rollout',
  plural: 'rollouts',
  scope: 'Namespaced',
});
