import type { Int64, Time } from './scalars.ts';

/** One aspect of the state of an object, as `metav1.Condition` has it. */
export interface Condition {
  type: string;
  status: 'True' | 'False' | 'Unknown';
  observedGeneration?: Int64;
  lastTransitionTime: Time;
  /** One word in CamelCase, for programs. */
  reason: string;
  /** A sentence, for people. May be empty. */
  message: string;
}
