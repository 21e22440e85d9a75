import type { Client } from '../client/client.ts';
import { ensureFinalizer, hasFinalizer, releaseFinalizer } from '../client/finalizers.ts';
import { mergePatch } from '../client/patch.ts';
import type { Clock } from '../clock.ts';
import type { AnyChild } from '../composite/child.ts';
import type { ChildReconciler } from '../composite/child-reconciler.ts';
import type { DesiredContext } from '../composite/composite.ts';
import type { Inventory } from '../composite/inventory.ts';
import { observed } from '../composite/observed.ts';
import { readRelated } from '../composite/related.ts';
import type { ReconcileContext, Reconciler } from '../controller/reconciler.ts';
import { done, type Request, requeueAfter, type Result } from '../controller/result.ts';
import type { Logger } from '../logging/logger.ts';
import type { KubernetesObject } from '../objects/object.ts';
import { isBeingDeleted } from '../objects/ownership.ts';
import { labelsMatch } from '../objects/selector.ts';
import type { Decorated, Decoration, DecoratorOptions } from './decorator.ts';

type AnyOptions = DecoratorOptions<readonly KubernetesObject[], readonly KubernetesObject[]>;

export interface DecoratorParts {
  readonly decorated: Decorated;
  readonly hooks: Pick<AnyOptions, 'desired' | 'finalize' | 'related'>;
  readonly finalizer: string;
  readonly client: Client;
  readonly clock: Clock;
  readonly attachments: ChildReconciler;
  readonly inventory: Inventory;
}

/** Decorates the selected objects of one kind, and removes the attachments of objects that are no longer selected. */
export class DecoratorReconciler implements Reconciler {
  readonly #parts: DecoratorParts;

  constructor(parts: DecoratorParts) {
    this.#parts = parts;
  }

  async reconcile(request: Request, { log }: ReconcileContext): Promise<Result> {
    const { client, decorated, hooks, finalizer, inventory } = this.#parts;
    const { kind } = decorated;
    const object = await client.find(kind, request);
    if (object === undefined) return done;
    if (isBeingDeleted(object) || !isSelected(decorated, object)) return this.#undo(object, log);
    const held =
      hooks.finalize === undefined
        ? await this.#release(object)
        : await ensureFinalizer(client, kind, object, finalizer);
    const recorded = await inventory.record(kind, held);
    return this.#applyDesired(
      recorded,
      hooks.desired(recorded, this.#observe(recorded), await this.#context(recorded)),
      log,
    );
  }

  async #undo(object: KubernetesObject, log: Logger): Promise<Result> {
    const { hooks, finalizer } = this.#parts;
    if (hooks.finalize === undefined || !hasFinalizer(object, finalizer)) {
      // The garbage collector deletes the attachments of an object that is being deleted.
      if (!isBeingDeleted(object)) await this.#parts.attachments.reconcile(object, [], log);
      await this.#release(object);
      return done;
    }
    const answer = hooks.finalize(object, this.#observe(object), await this.#context(object));
    const result = await this.#applyDesired(object, answer, log);
    if (!answer.finalized) return result;
    await this.#release(object);
    return done;
  }

  async #applyDesired(object: KubernetesObject, answer: Decoration, log: Logger): Promise<Result> {
    const { attachments, inventory, decorated } = this.#parts;
    const labelled = await this.#label(object, answer);
    await attachments.reconcile(labelled, answer.attachments as readonly AnyChild[], log);
    await inventory.settle(decorated.kind, labelled);
    return answer.requeueAfter === undefined ? done : requeueAfter(answer.requeueAfter);
  }

  async #label(
    object: KubernetesObject,
    { labels = {}, annotations = {} }: Decoration,
  ): Promise<KubernetesObject> {
    const { client, decorated } = this.#parts;
    const { uid } = object.metadata;
    const changes = {
      ...differing('labels', object.metadata.labels, labels),
      ...differing('annotations', object.metadata.annotations, annotations),
    };
    if (Object.keys(changes).length === 0) return object;
    return client.patch(decorated.kind, object.metadata, mergePatch({ metadata: { uid, ...changes } }));
  }

  async #release<T extends KubernetesObject>(object: T): Promise<T> {
    const { client, decorated, finalizer } = this.#parts;
    await releaseFinalizer(client, decorated.kind, object, finalizer);
    return object;
  }

  #observe(object: KubernetesObject): ReturnType<ChildReconciler['observe']> {
    return this.#parts.attachments.observe(object);
  }

  async #context(object: KubernetesObject): Promise<DesiredContext> {
    const { client, clock, hooks } = this.#parts;
    const related = await readRelated(client, object, hooks.related?.(object) ?? []);
    return { related: observed(related, object.metadata.namespace), now: new Date(clock.now()) };
  }
}

/** Whether an object is selected, or still has the finalizer because `finalize` is not complete. */
export function isDecorated(decorated: Decorated, object: KubernetesObject, finalizer: string): boolean {
  return isSelected(decorated, object) || hasFinalizer(object, finalizer);
}

/** Whether an object matches both selectors. Pure. */
export function isSelected({ labels, annotations }: Decorated, { metadata }: KubernetesObject): boolean {
  return labelsMatch(labels, metadata.labels) && labelsMatch(annotations, metadata.annotations);
}

function differing(
  field: 'labels' | 'annotations',
  current: Readonly<Record<string, string>> = {},
  wanted: Readonly<Record<string, string | null>>,
): Record<string, Record<string, string | null>> {
  const entries = Object.entries(wanted).filter(([key, value]) => (current[key] ?? null) !== value);
  return entries.length === 0 ? {} : { [field]: Object.fromEntries(entries) };
}
