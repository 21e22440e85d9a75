import type { KubernetesObject } from '../objects/object.ts';
import type { Int32, Time } from '../objects/scalars.ts';

/** An object whose status has room for the progress of its plans. */
export interface PlanParent extends KubernetesObject {
  status?: { plans?: PlansStatus };
}

/** How far the plans of an object are: the field `plans` of its status. */
export interface PlansStatus {
  /** The run that goes on, or the last one. */
  current?: PlanRun;
  /** For each plan, in short, what its trigger was when it was last run. */
  triggers?: Record<string, string>;
}

/** One run of a plan, from its start to its end. */
export interface PlanRun {
  plan: string;
  /** Counts the runs of all plans: part of the names of what a run makes once. */
  run: Int32;
  state: 'InProgress' | 'Complete' | 'Failed';
  startedAt: Time;
  endedAt?: Time;
  /** Why it failed. */
  message?: string;
  steps: StepRun[];
}

/** How far one step of a run is. */
export interface StepRun {
  phase: string;
  name: string;
  state: 'Pending' | 'InProgress' | 'Complete' | 'Failed';
  startedAt?: Time;
  endedAt?: Time;
  /** What it waits for, or why it failed. */
  message?: string;
}
