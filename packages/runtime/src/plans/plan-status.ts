import type { KubernetesObject } from '../objects/object.ts';
import type { Int32, Time } from '../objects/scalars.ts';

/** An object whose status has a field for the progress of its plans. */
export interface PlanParent extends KubernetesObject {
  status?: { plans?: PlansStatus };
}

/** The progress of the plans of an object: the field `plans` of its status. */
export interface PlansStatus {
  /** The run in progress, or the last one. */
  current?: PlanRun;
  /** For each plan, a hash of its trigger when it last ran; also the last requested run. */
  triggers?: Record<string, string>;
}

/** One run of a plan. */
export interface PlanRun {
  plan: string;
  /** Counts the runs of all plans. Use it in the name of an object that each run creates once. */
  run: Int32;
  state: 'InProgress' | 'Complete' | 'Failed';
  startedAt: Time;
  endedAt?: Time;
  /** Why the run failed. */
  message?: string;
  steps: StepRun[];
}

/** The progress of one step of a run. */
export interface StepRun {
  phase: string;
  name: string;
  state: 'Pending' | 'InProgress' | 'Complete' | 'Failed';
  startedAt?: Time;
  endedAt?: Time;
  /** What the step waits for, or why it failed. */
  message?: string;
}
