import type { Cache } from '../cache/cache.ts';
import type { Client } from '../client/client.ts';
import type { AnyChild } from '../composite/child.ts';
import { withCompositeMetadata } from '../composite/composite-metadata.ts';
import { observed, type Observed } from '../composite/observed.ts';
import type { Owned } from '../composite/owned.ts';
import { isTerminal, TerminalError } from '../controller/result.ts';
import { messageOf } from '../failures.ts';
import { about, healthOf, healthOfAll } from '../health/health.ts';
import { failed, healthy, type Health, progressing } from '../health/health-state.ts';
import type { Apply } from '../objects/desired.ts';
import type { Kind } from '../objects/kind.ts';
import type { KubernetesObject } from '../objects/object.ts';
import { isBeingDeleted } from '../objects/ownership.ts';
import { applyOrRecreate } from '../recreate/apply-or-recreate.ts';
import type { ChildReference, Step, StepContext } from './plan.ts';

export interface StepWorkerOptions {
  readonly client: Pick<Client, 'apply' | 'delete' | 'find'>;
  readonly cache: Pick<Cache, 'ownedBy'>;
  /** The value of the composite label on applied objects. */
  readonly name: string;
  readonly owned: readonly Owned[];
}

/** Performs a step, and reports whether it is complete. Can be called any number of times. */
export class StepWorker {
  readonly #options: StepWorkerOptions;

  constructor(options: StepWorkerOptions) {
    this.#options = options;
  }

  /** The objects in the cache that the parent owns. */
  observe(parent: KubernetesObject): Observed {
    const { cache, owned } = this.#options;
    return observed(
      owned.flatMap(({ kind }) => cache.ownedBy(kind, parent)),
      parent.metadata.namespace,
    );
  }

  /** A `TerminalError` fails the step, because no retry can help; any other error is thrown, and so retried. */
  async work(parent: KubernetesObject, step: Step, context: StepContext): Promise<Health> {
    try {
      return await this.#work(parent, step, context);
    } catch (error) {
      if (isTerminal(error)) return failed(messageOf(error));
      throw error;
    }
  }

  async #work(parent: KubernetesObject, step: Step, context: StepContext): Promise<Health> {
    const deleted: Health[] = [];
    for (const each of step.delete?.(parent, context) ?? []) deleted.push(await this.#delete(parent, each));
    // A new object may need the name or the resources of a deleted one.
    const left = healthOfAll(deleted);
    if (left.state !== 'healthy') return left;
    const made: Health[] = [];
    for (const each of step.apply?.(parent, context) ?? []) {
      made.push(await this.#apply(parent, each as AnyChild, step.health ?? healthOf));
    }
    const health = healthOfAll(made);
    if (health.state !== 'healthy' || step.run === undefined) return health;
    return step.run(parent, context);
  }

  async #delete(parent: KubernetesObject, { kind, name, namespace }: ChildReference): Promise<Health> {
    const { client } = this.#options;
    const home = namespace ?? parent.metadata.namespace;
    const key = kind.scope === 'Cluster' || home === undefined ? { name } : { name, namespace: home };
    const object = await client.find(kind, key);
    if (object === undefined) return healthy;
    const { uid } = object.metadata;
    if (!isBeingDeleted(object)) await client.delete(kind, key, { preconditions: { uid } });
    return (await client.find(kind, key)) === undefined
      ? healthy
      : progressing(`waiting for ${kind.kind} ${name} to be deleted`);
  }

  async #apply(
    parent: KubernetesObject,
    child: AnyChild,
    health: (object: KubernetesObject) => Health,
  ): Promise<Health> {
    const { client, name } = this.#options;
    const { kind, immutable } = this.#ownedKind(child);
    const fields = withCompositeMetadata(kind, child, parent, {
      name,
      inherit: {},
    }) as Apply<KubernetesObject>;
    const { type, object } = await applyOrRecreate(client, kind, fields, { immutable });
    return type === 'recreating'
      ? progressing(`${kind.kind} ${child.metadata.name} is being recreated`)
      : about(object, health(object));
  }

  #ownedKind({ apiVersion, kind }: AnyChild): { kind: Kind; immutable: Owned['immutable'] } {
    const { owned, name } = this.#options;
    const found = owned.find((each) => each.kind.apiVersion === apiVersion && each.kind.kind === kind);
    if (found !== undefined) return found;
    throw new TerminalError(`${name} applies a ${kind} (${apiVersion}), which is not listed in owns`);
  }
}
