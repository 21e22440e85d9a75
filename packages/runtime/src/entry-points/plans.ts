// Plans: ordered steps, each of which waits until the objects it applied are healthy.
export {
  type ChildReference,
  type Phase,
  type Plan,
  type PlanStrategy,
  runPlanAnnotation,
  type Step,
  type StepContext,
} from '../plans/plan.ts';
export type { PlanParent, PlanRun, PlansStatus, StepRun } from '../plans/plan-status.ts';
export type { PlansOptions } from '../plans/plans.ts';
