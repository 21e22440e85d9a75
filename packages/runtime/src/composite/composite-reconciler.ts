import type { Client } from '../client/client.ts';
import { ensureFinalizer, releaseFinalizer } from '../client/finalizers.ts';
import type { Clock } from '../clock.ts';
import type { ReconcileContext, Reconciler } from '../controller/reconciler.ts';
import { done, type Request, requeueAfter, type Result } from '../controller/result.ts';
import type { Logger } from '../logging/logger.ts';
import type { DeepReadonly } from '../objects/deep-readonly.ts';
import type { Kind } from '../objects/kind.ts';
import type { KubernetesObject } from '../objects/object.ts';
import { isBeingDeleted } from '../objects/ownership.ts';
import type { AnyChild } from './child.ts';
import type { ChildReconciler } from './child-reconciler.ts';
import type { CompositeOptions, Desired, DesiredContext } from './composite.ts';
import type { Inventory } from './inventory.ts';
import { observed } from './observed.ts';
import { readRelated } from './related.ts';

type Hooks<Parent extends KubernetesObject> = Pick<
  CompositeOptions<Parent>,
  'desired' | 'finalize' | 'related'
>;

export interface CompositeParts<Parent extends KubernetesObject> {
  readonly kind: Kind<Parent>;
  readonly hooks: Hooks<Parent>;
  readonly finalizer: string;
  readonly client: Client;
  readonly clock: Clock;
  readonly children: ChildReconciler;
  readonly inventory: Inventory;
}

/**
 * Calls `desired` or `finalize`, applies the children that it returns, prunes the others and writes the status.
 *
 * A crash between any two writes is safe: the next reconcile starts from the observed state.
 */
export class CompositeReconciler<Parent extends KubernetesObject> implements Reconciler {
  readonly #parts: CompositeParts<Parent>;

  constructor(parts: CompositeParts<Parent>) {
    this.#parts = parts;
  }

  async reconcile(request: Request, { log }: ReconcileContext): Promise<Result> {
    const { client, kind, hooks } = this.#parts;
    const parent = await client.find(kind, request);
    if (parent === undefined) return done;
    if (isBeingDeleted(parent)) return this.#finalize(parent, log);
    const prepared = await this.#prepare(parent);
    const desired = hooks.desired(
      prepared,
      this.#parts.children.observe(prepared),
      await this.#context(prepared),
    );
    return this.#applyDesired(prepared, desired, log);
  }

  /** Writes the finalizer and the inventory to the parent before its first child is created. */
  async #prepare(parent: DeepReadonly<Parent>): Promise<DeepReadonly<Parent>> {
    const { client, kind, finalizer, hooks, inventory } = this.#parts;
    if (hooks.finalize !== undefined) {
      return inventory.record(kind, await ensureFinalizer(client, kind, parent, finalizer));
    }
    // Left by an earlier version of the operator that had a `finalize`.
    await releaseFinalizer(client, kind, parent, finalizer);
    return inventory.record(kind, parent);
  }

  async #finalize(parent: DeepReadonly<Parent>, log: Logger): Promise<Result> {
    const { client, kind, finalizer, hooks, children } = this.#parts;
    if (parent.metadata.finalizers?.includes(finalizer) !== true) return done;
    if (hooks.finalize === undefined) {
      await releaseFinalizer(client, kind, parent, finalizer);
      return done;
    }
    const answer = hooks.finalize(parent, children.observe(parent), await this.#context(parent));
    const result = await this.#applyDesired(parent, answer, log);
    if (!answer.finalized) return result;
    await releaseFinalizer(client, kind, parent, finalizer);
    return done;
  }

  async #applyDesired(parent: DeepReadonly<Parent>, answer: Desired<Parent>, log: Logger): Promise<Result> {
    const { client, kind, children, inventory } = this.#parts;
    const { status, requeueAfter: delay } = answer;
    try {
      await children.reconcile(parent, answer.children as readonly AnyChild[], log);
    } finally {
      // The status describes what was observed, so it is written even if a child cannot be applied.
      if (status !== undefined) await client.patchStatus(kind, parent, status);
    }
    await inventory.settle(kind, parent);
    return delay === undefined ? done : requeueAfter(delay);
  }

  async #context(parent: DeepReadonly<Parent>): Promise<DesiredContext> {
    const { client, clock, hooks } = this.#parts;
    const related = await readRelated(client, parent, hooks.related?.(parent) ?? []);
    return { related: observed(related, parent.metadata.namespace), now: new Date(clock.now()) };
  }
}
