import type { OwnedKinds } from '../composite/composite.ts';
import { toOwned, type Owned } from '../composite/owned.ts';
import type { CompositeHost } from '../composite/build-composite.ts';
import type { Controller, ControllerOptions } from '../controller/controller.ts';
import type { DeepReadonly } from '../objects/deep-readonly.ts';
import type { Kind } from '../objects/kind.ts';
import type { KubernetesObject } from '../objects/object.ts';
import { checkPlans, type Plan } from './plan.ts';
import type { PlanParent, PlansStatus } from './plan-status.ts';
import { PlansReconciler } from './plans-reconciler.ts';
import { StepWorker } from './step-worker.ts';

/** The options of a controller that runs plans. */
export interface PlansOptions<Parent extends PlanParent, Children extends readonly KubernetesObject[]> {
  /** The kinds of the objects that steps apply. */
  owns: OwnedKinds<Children>;
  /** `deploy` is required and runs first. `cleanup` is optional and runs when the object is deleted. */
  plans: readonly Plan<Parent, Children[number]>[];
  /** Returns the whole status, including `plans`. Must be pure. Default: `{ ...status, plans }`. */
  status?:
    | ((parent: DeepReadonly<Parent>, plans: PlansStatus, now: Date) => NonNullable<Parent['status']>)
    | undefined;
  /** Default: `<group of the object>/<name>`. */
  finalizer?: string | undefined;
  controller?: ControllerOptions | undefined;
}

/** Builds a controller that runs plans. */
export function buildPlans<Parent extends PlanParent, Children extends readonly KubernetesObject[]>(
  host: CompositeHost,
  name: string,
  kind: Kind<Parent>,
  options: PlansOptions<Parent, Children>,
): Controller {
  // Erases the type parameters: from here on, the type of an object follows from the kind used to read it.
  const {
    owns,
    plans,
    controller = {},
    finalizer,
    status,
  } = options as unknown as PlansOptions<Parent, readonly KubernetesObject[]>;
  const untyped = plans as unknown as readonly Plan[];
  checkPlans(untyped);
  const owned: readonly Owned[] = owns.map(toOwned);
  const { client, liveClient, cache, clock } = host;
  let builder = host.controller(name).for(kind).withOptions(controller);
  for (const each of owned) builder = builder.owns(each.kind);
  return builder.reconcileWith(
    new PlansReconciler({
      kind,
      plans: untyped,
      statusOf: status ?? ((parent, progress) => ({ ...parent.status, plans: progress })),
      finalizer: finalizer ?? `${kind.group === '' ? 'opgen.dev' : kind.group}/${name}`,
      client,
      live: liveClient,
      clock,
      recorder: host.recorder(name),
      worker: new StepWorker({ client, cache, name, owned }),
    }),
  );
}
