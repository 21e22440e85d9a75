import type { Cache } from '../cache/cache.ts';
import { storeKey, storeKeyOf } from '../cache/store-key.ts';
import type { Client } from '../client/client.ts';
import { asOne } from '../failures.ts';
import type { Logger } from '../logging/logger.ts';
import type { DeepReadonly } from '../objects/deep-readonly.ts';
import type { Apply } from '../objects/desired.ts';
import type { KubernetesObject } from '../objects/object.ts';
import { controllerOf } from '../objects/ownership.ts';
import { applyOrRecreate, recreate } from '../recreate/apply-or-recreate.ts';
import type { AnyChild } from './child.ts';
import type { InheritedMetadata } from './composite-metadata.ts';
import { correctedFields } from './drift.ts';
import { observed, type Observed } from './observed.ts';
import type { Owned } from './owned.ts';
import { type ChildStep, planChildren } from './plan-children.ts';

export interface ChildReconcilerOptions {
  readonly client: Pick<Client, 'apply' | 'delete' | 'find'>;
  readonly cache: Pick<Cache, 'find' | 'ownedBy'>;
  /** The name of the composite, written to the label of each child. */
  readonly name: string;
  readonly owned: readonly Owned[];
  readonly adopt: boolean;
  readonly inherit: InheritedMetadata;
}

/** Applies, recreates and prunes the children of one object. Never touches the object itself. */
export class ChildReconciler {
  readonly #options: ChildReconcilerOptions;

  constructor(options: ChildReconcilerOptions) {
    this.#options = options;
  }

  /** The children in the cache, including those that are being deleted. */
  observe(parent: KubernetesObject): Observed {
    const { owned } = this.#options;
    const children = owned.flatMap(({ kind }) => this.#childrenOf(kind, parent));
    return observed(children, parent.metadata.namespace);
  }

  /**
   * Executes every step that is possible now. A child that fails does not stop the others; the errors are thrown
   * at the end. A child that has to wait needs no requeue: the watch on the children triggers the next reconcile.
   */
  async reconcile(parent: KubernetesObject, desired: readonly AnyChild[], log: Logger): Promise<void> {
    const { cache } = this.#options;
    const steps = planChildren({
      ...this.#options,
      parent,
      desired,
      existing: (kind) => this.#childrenOf(kind, parent),
      find: (kind, key) => cache.find(kind, key),
    });
    const errors: unknown[] = [];
    for (const step of steps) {
      try {
        await this.#execute(step, log);
      } catch (error) {
        errors.push(error);
      }
    }
    if (errors.length > 0) throw asOne(errors);
  }

  async #execute(step: ChildStep, log: Logger): Promise<void> {
    const { client } = this.#options;
    const { kind, immutable } = step.owned;
    switch (step.type) {
      case 'apply': {
        const { type, object } = await applyOrRecreate(client, kind, fields(step.child), { immutable });
        if (type === 'recreating') return log.info('immutable field changed; recreating child', named(step));
        const corrected = step.upToDate ? correctedFields(step.child, step.upToDate, object) : [];
        if (corrected.length > 0) log.info('corrected drift', { ...named(step), fields: corrected });
        return;
      }
      case 'recreate':
        log.info('desired state changed; recreating child', named(step));
        return recreate(client, kind, step.object);
      case 'prune': {
        log.info('pruning child that is no longer desired', named(step));
        const { metadata } = step.object;
        return client.delete(kind, metadata, { preconditions: { uid: metadata.uid } });
      }
      case 'wait':
        return log.debug('child skipped', { ...named(step), reason: step.reason });
      case 'refuse':
        throw new Error(`${kind.kind} ${storeKey(step.key)}: ${step.reason}`);
    }
  }

  #childrenOf<T extends KubernetesObject>(
    kind: Owned<T>['kind'],
    parent: KubernetesObject,
  ): DeepReadonly<T>[] {
    const { cache } = this.#options;
    return cache.ownedBy(kind, parent).filter((each) => controllerOf(each)?.uid === parent.metadata.uid);
  }
}

/** The cast is safe because the caller passes the matching kind along with the fields. */
function fields(child: AnyChild): Apply<KubernetesObject> {
  return child as Apply<KubernetesObject>;
}

function named(step: ChildStep): { child: string } {
  const { kind } = step.owned.kind;
  if ('object' in step) return { child: `${kind} ${storeKeyOf(step.object)}` };
  const { name, namespace } = 'key' in step ? step.key : step.child.metadata;
  return { child: `${kind} ${namespace === undefined ? name : `${namespace}/${name}`}` };
}
