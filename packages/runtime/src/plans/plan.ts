import type { Child } from '../composite/child.ts';
import type { Observed } from '../composite/observed.ts';
import type { DurationText } from '../controller/result.ts';
import type { Health } from '../health/health-state.ts';
import type { Logger } from '../logging/logger.ts';
import type { Kind } from '../objects/kind.ts';
import type { KubernetesObject } from '../objects/object.ts';

/** `serial`: one after the other, each once the one before it is complete. `parallel`: all at a time. */
export type PlanStrategy = 'serial' | 'parallel';

/** Work in phases, in which there are steps, each of which is complete once what it made is healthy. */
export interface Plan<
  Parent extends KubernetesObject = KubernetesObject,
  Children extends KubernetesObject = KubernetesObject,
> {
  readonly name: string;
  /** Default: `serial`. */
  readonly strategy?: PlanStrategy;
  readonly phases: readonly Phase<Parent, Children>[];
  /**
   * The part of the object whose change starts the plan: `({ spec }) => spec.version`. Without it the plan runs when
   * it is asked for by annotation, `deploy` at the beginning, and `cleanup` at the end.
   */
  readonly trigger?: (parent: Parent) => unknown;
}

/** Some steps of a plan, one after the other or all at once. It is complete when all of them are. */
export interface Phase<
  Parent extends KubernetesObject = KubernetesObject,
  Children extends KubernetesObject = KubernetesObject,
> {
  readonly name: string;
  /** Default: `serial`. */
  readonly strategy?: PlanStrategy;
  readonly steps: readonly Step<Parent, Children>[];
}

/** What a step does: it deletes, then applies, then calls `run`. May be done more than once, until it is complete. */
export interface Step<
  Parent extends KubernetesObject = KubernetesObject,
  Children extends KubernetesObject = KubernetesObject,
> {
  readonly name: string;
  /** Objects that have to be gone. */
  readonly delete?: (parent: Parent, context: StepContext<Children>) => readonly ChildReference<Children>[];
  /** Objects that have to be there, and healthy. */
  readonly apply?: (parent: Parent, context: StepContext<Children>) => readonly Child<Children>[];
  /**
   * Whatever else there is to do, once what is applied is healthy: must be harmless when done again. What it returns
   * decides whether the step is complete; it is asked again after a while.
   */
  readonly run?: (parent: Parent, context: StepContext<Children>) => Promise<Health>;
  /** When an object counts as healthy. Default: what `healthOf` says. */
  readonly health?: (object: Children) => Health;
  /** The step fails, and its plan with it, when it is not complete after this time. Default: it may take forever. */
  readonly timeout?: DurationText;
}

/** Names an object of a kind; in the namespace of the parent, unless it says another. */
export type ChildReference<T extends KubernetesObject = KubernetesObject> = T extends KubernetesObject
  ? { readonly kind: Kind<T>; readonly name: string; readonly namespace?: string }
  : never;

/** What the functions of a step are given beside the object. */
export interface StepContext<Children extends KubernetesObject = KubernetesObject> {
  /** The number of the run: a Job named with it is made once in each. */
  readonly run: number;
  /** What the object owns. */
  readonly children: Observed<Children>;
  readonly now: Date;
  readonly log: Logger;
  /** Aborted when the manager is shutting down. */
  readonly signal: AbortSignal;
}

/** The plan that runs first. */
export const deployPlan = 'deploy';
/** The plan that runs when the object is deleted; without it the end is left to the garbage collector. */
export const cleanupPlan = 'cleanup';
/** Asks for a plan to run: `backup/2026-02-01`. What comes after the slash only has to be new. */
export const runPlanAnnotation = 'opgen.dev/run-plan';

/** Throws when `deploy` is missing, or names are missing or given twice: progress is kept by name. */
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
    `the ${what} need names of their own, and there is ${JSON.stringify(twice)} twice or without one`,
  );
}
