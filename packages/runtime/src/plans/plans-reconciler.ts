import type { Client } from '../client/client.ts';
import { ensureFinalizer, hasFinalizer, releaseFinalizer } from '../client/finalizers.ts';
import type { Clock } from '../clock.ts';
import type { ReconcileContext, Reconciler } from '../controller/reconciler.ts';
import { done, type Request, type Result } from '../controller/result.ts';
import type { EventRecorder } from '../events/event-recorder.ts';
import { asOne, messageOf } from '../failures.ts';
import type { Health } from '../health/health-state.ts';
import type { DeepReadonly } from '../objects/deep-readonly.ts';
import { deepEqual } from '../objects/json.ts';
import type { Kind } from '../objects/kind.ts';
import { isBeingDeleted } from '../objects/ownership.ts';
import { planEventOf } from './plan-event.ts';
import { cleanupPlan, type Plan } from './plan.ts';
import type { PlanParent, PlanRun, PlansStatus } from './plan-status.ts';
import { activeSteps, aligned, type ActiveStep, timeLeft, withHealth } from './progress.ts';
import type { StepWorker } from './step-worker.ts';
import { withDueRun } from './triggers.ts';

export interface PlansParts<Parent extends PlanParent> {
  readonly kind: Kind<Parent>;
  readonly plans: readonly Plan[];
  readonly statusOf: (
    parent: DeepReadonly<Parent>,
    plans: PlansStatus,
    now: Date,
  ) => NonNullable<Parent['status']>;
  readonly finalizer: string;
  readonly client: Client;
  readonly live: Client;
  readonly clock: Clock;
  readonly worker: StepWorker;
  readonly recorder: EventRecorder | undefined;
}

/** How often to repeat a step that has `run` or `delete`: no watch reports when these are done. */
const pollInterval = 5_000;

/**
 * Runs plans step by step.
 *
 * The completion of a step is written to the status before any later step starts. So after a crash at any point,
 * completed steps are not repeated, and incomplete steps continue.
 */
export class PlansReconciler<Parent extends PlanParent> implements Reconciler {
  readonly #parts: PlansParts<Parent>;

  constructor(parts: PlansParts<Parent>) {
    this.#parts = parts;
  }

  async reconcile(request: Request, context: ReconcileContext): Promise<Result> {
    const { client, live, kind, finalizer } = this.#parts;
    const seen = await client.find(kind, request);
    if (seen === undefined || this.#isAtRest(seen)) return done;
    // Reads from the API server: a stale cache would repeat completed steps.
    const found = await live.find(kind, request);
    const parent = found && (await this.#hold(found));
    if (parent === undefined || (isBeingDeleted(parent) && !hasFinalizer(parent, finalizer))) return done;
    return this.#continue(await this.#save(parent, this.#dueStatus(parent)), context);
  }

  #isAtRest(parent: DeepReadonly<Parent>): boolean {
    const { finalizer } = this.#parts;
    if (isBeingDeleted(parent) || hasFinalizer(parent, finalizer) !== this.#cleansUp) return false;
    const { plans = {} } = parent.status ?? {};
    return plans.current?.state !== 'InProgress' && this.#dueStatus(parent) === plans;
  }

  get #cleansUp(): boolean {
    return this.#parts.plans.some(({ name }) => name === cleanupPlan);
  }

  #dueStatus(parent: DeepReadonly<Parent>): PlansStatus {
    return withDueRun(this.#parts.plans, parent, parent.status?.plans ?? {}, this.#now());
  }

  async #hold(parent: DeepReadonly<Parent>): Promise<DeepReadonly<Parent> | undefined> {
    const { client, live, kind, finalizer } = this.#parts;
    if (this.#cleansUp) return ensureFinalizer(client, kind, parent, finalizer);
    if (!hasFinalizer(parent, finalizer)) return parent;
    // Left by an earlier version of the operator that had a cleanup plan.
    await releaseFinalizer(client, kind, parent, finalizer);
    return live.find(kind, parent.metadata);
  }

  /** Works on the active steps until all remaining ones have to wait. */
  async #continue(parent: DeepReadonly<Parent>, context: ReconcileContext): Promise<Result> {
    const run = parent.status?.plans?.current;
    const plan = this.#parts.plans.find(({ name }) => name === run?.plan);
    if (run === undefined || plan === undefined) return done;
    const before = aligned(plan, run, this.#now());
    const active = activeSteps(plan, before);
    if (active.length === 0) return this.#end(await this.#saveRun(parent, before), before, context);

    // Writes the start times before the work begins, so that timeouts count from there even after a crash.
    let current = await this.#saveRun(parent, withStarted(before, active, this.#now()));
    const errors: unknown[] = [];
    let after = current.status?.plans?.current ?? before;
    for (const each of active) {
      const at =
        after.steps.find(({ phase, name }) => phase === each.at.phase && name === each.at.name) ?? each.at;
      const health = await this.#work(current, { step: each.step, at }, after.run, context, errors);
      after = withHealth(after, { step: each.step, at }, health, this.#now());
    }
    after = aligned(plan, after, this.#now());
    current = await this.#saveRun(current, after);
    if (errors.length > 0) throw asOne(errors);
    const left = activeSteps(plan, after);
    const isNew = left.some(({ at }) => at.state === 'Pending');
    if (isNew || after.state !== 'InProgress') return this.#continue(current, context);
    return this.#wait(left);
  }

  async #work(
    parent: DeepReadonly<Parent>,
    { step }: ActiveStep,
    run: number,
    { log, signal }: ReconcileContext,
    errors: unknown[],
  ): Promise<Health> {
    const children = this.#parts.worker.observe(parent);
    try {
      return await this.#parts.worker.work(parent, step, { run, children, now: this.#now(), log, signal });
    } catch (error) {
      errors.push(error);
      return { state: 'progressing', reason: messageOf(error) };
    }
  }

  async #end(
    parent: DeepReadonly<Parent>,
    { plan, state }: PlanRun,
    context: ReconcileContext,
  ): Promise<Result> {
    const { client, kind, finalizer } = this.#parts;
    if (plan === cleanupPlan && state === 'Complete' && isBeingDeleted(parent)) {
      await releaseFinalizer(client, kind, parent, finalizer);
      return done;
    }
    // A plan that waited for this run to end may start now.
    const status = this.#dueStatus(parent);
    return status === parent.status?.plans ? done : this.#continue(await this.#save(parent, status), context);
  }

  #wait(left: readonly ActiveStep[]): Result {
    const limits = [
      timeLeft(left, this.#now()),
      left.some(({ step }) => step.run !== undefined || step.delete !== undefined) ? pollInterval : undefined,
    ].filter((limit) => limit !== undefined);
    return limits.length === 0 ? done : { type: 'requeueAfter', delay: Math.max(Math.min(...limits), 1) };
  }

  #saveRun(parent: DeepReadonly<Parent>, current: PlanRun): Promise<DeepReadonly<Parent>> {
    return this.#save(parent, { ...parent.status?.plans, current });
  }

  /** Fails with a conflict if the object has changed since it was read, so a stale reader writes nothing. */
  async #save(parent: DeepReadonly<Parent>, plans: PlansStatus): Promise<DeepReadonly<Parent>> {
    const { client, kind, recorder, statusOf } = this.#parts;
    const status = statusOf(parent, plans, this.#now());
    if (deepEqual(parent.status, status)) return parent;
    const saved = await client.updateStatus(kind, { ...parent, status });
    const event = planEventOf(parent.status?.plans, plans);
    if (event !== undefined) recorder?.[event.type](saved, event.reason, event.note, { action: 'RunPlan' });
    return saved;
  }

  #now(): Date {
    return new Date(this.#parts.clock.now());
  }
}

function withStarted(run: PlanRun, active: readonly ActiveStep[], now: Date): PlanRun {
  return active.reduce(
    (each, { step, at }) =>
      at.state === 'Pending'
        ? withHealth(each, { step, at }, { state: 'progressing', reason: 'started' }, now)
        : each,
    run,
  );
}
