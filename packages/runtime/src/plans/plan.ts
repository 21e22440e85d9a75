import type { Child } from '../composite/child.ts';
import type { Observed } from '../composite/observed.ts';
import type { DurationText } from '../controller/result.ts';
import type { Health } from '../health/health-state.ts';
import type { Logger } from '../logging/logger.ts';
import type { DeepReadonly } from '../objects/deep-readonly.ts';
import type { Kind } from '../objects/kind.ts';
import type { KubernetesObject } from '../objects/object.ts';

/** `serial`: each starts when the one before it is complete. `parallel`: all start at once. */
export type PlanStrategy = 'serial' | 'parallel';

/** A sequence of phases, each with steps. A step is complete when the objects that it applied are healthy. */
export interface Plan<
  Parent extends KubernetesObject = KubernetesObject,
  Children extends KubernetesObject = KubernetesObject,
> {
  readonly name: string;
  /** Default: `serial`. */
  readonly strategy?: PlanStrategy | undefined;
  readonly phases: readonly Phase<Parent, Children>[];
  /**
   * Returns the part of the object whose change starts the plan: `({ spec }) => spec.version`. Without it, the plan
   * runs only when requested by annotation. `deploy` also runs first, and `cleanup` when the object is deleted.
   */
  readonly trigger?: ((parent: DeepReadonly<Parent>) => unknown) | undefined;
}

/** A group of steps of a plan. It is complete when all its steps are. */
export interface Phase<
  Parent extends KubernetesObject = KubernetesObject,
  Children extends KubernetesObject = KubernetesObject,
> {
  readonly name: string;
  /** Default: `serial`. */
  readonly strategy?: PlanStrategy | undefined;
  readonly steps: readonly Step<Parent, Children>[];
}

/** A step deletes, then applies, then calls `run`. It is repeated until it is complete, so it must be idempotent. */
export interface Step<
  Parent extends KubernetesObject = KubernetesObject,
  Children extends KubernetesObject = KubernetesObject,
> {
  readonly name: string;
  /** Objects to delete. The step continues when they are gone. */
  readonly delete?:
    | ((parent: DeepReadonly<Parent>, context: StepContext<Children>) => readonly ChildReference<Children>[])
    | undefined;
  /** Objects to apply. The step continues when they are healthy. */
  readonly apply?:
    | ((parent: DeepReadonly<Parent>, context: StepContext<Children>) => readonly Child<Children>[])
    | undefined;
  /**
   * Any other work, once the applied objects are healthy. Must be idempotent: it is called every few seconds until it
   * returns `healthy`, which completes the step, or `failed`.
   */
  readonly run?:
    ((parent: DeepReadonly<Parent>, context: StepContext<Children>) => Promise<Health>) | undefined;
  /** The health of an applied object. Default: `healthOf`. */
  readonly health?: ((object: DeepReadonly<Children>) => Health) | undefined;
  /** The step and its plan fail if the step is not complete after this time. Default: no timeout. */
  readonly timeout?: DurationText | undefined;
}

/** A reference to an object. Its namespace defaults to that of the parent. */
export type ChildReference<T extends KubernetesObject = KubernetesObject> = T extends KubernetesObject
  ? { readonly kind: Kind<T>; readonly name: string; readonly namespace?: string | undefined }
  : never;

/** The argument of the functions of a step, besides the object. */
export interface StepContext<Children extends KubernetesObject = KubernetesObject> {
  /** The number of the run. Use it in the name of a Job to create that Job once per run. */
  readonly run: number;
  /** The objects that the parent owns. */
  readonly children: Observed<Children>;
  readonly now: Date;
  readonly log: Logger;
  /** Aborted when the manager is shutting down. */
  readonly signal: AbortSignal;
}

/** The name of the plan that runs first. */
export const deployPlan = 'deploy';
/** The name of the plan that runs on deletion. Without it, the garbage collector deletes the owned objects. */
export const cleanupPlan = 'cleanup';
/** The annotation that requests a run: `backup/2026-02-01`. Change the part after the slash for another run. */
export const runPlanAnnotation = 'opgen.dev/run-plan';

/** Throws if `deploy` is missing, or if a name is empty or duplicate: progress is tracked by name. */
export function checkPlans(plans: readonly Plan[]): void {
  if (!plans.some(({ name }) => name === deployPlan)) {
    throw new Error(`missing plan ${deployPlan}: it is the first plan that runs for an object`);
  }
  requireDistinct(
    'plans',
    plans.map(({ name }) => name),
  );
  for (const { name, phases } of plans) {
    requireDistinct(
      `phases of the plan ${name}`,
      phases.map((phase) => phase.name),
    );
    for (const phase of phases) {
      requireDistinct(
        `steps of the phase ${name}/${phase.name}`,
        phase.steps.map((step) => step.name),
      );
    }
  }
}

function requireDistinct(what: string, names: readonly string[]): void {
  const twice = names.find((name, index) => name === '' || names.indexOf(name) !== index);
  if (twice === undefined) return;
  throw new Error(
    `the ${what} must have unique, non-empty names: ${JSON.stringify(twice)} is ${twice === '' ? 'empty' : 'a duplicate'}`,
  );
}
