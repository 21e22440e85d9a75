import type { StatusOf } from '../client/client.ts';
import type { ControllerOptions } from '../controller/controller.ts';
import type { Predicate } from '../controller/predicates.ts';
import type { DurationText } from '../controller/result.ts';
import type { DeepReadonly } from '../objects/deep-readonly.ts';
import type { Kind } from '../objects/kind.ts';
import type { KubernetesObject } from '../objects/object.ts';
import type { Child } from './child.ts';
import type { InheritedMetadata } from './composite-metadata.ts';
import type { Observed } from './observed.ts';
import type { Owned } from './owned.ts';
import type { OrUndefined } from '../objects/or-undefined.ts';
import type { RelatedQuery } from './related.ts';

/** The desired children and status of a parent. */
export interface Desired<
  Parent extends KubernetesObject = KubernetesObject,
  Children extends KubernetesObject = KubernetesObject,
> {
  /** All children: any other child that the composite created for the parent is deleted. */
  readonly children: readonly Child<Children>[];
  /** Replaces the status. Report only what was observed. If absent, the status stays as it is. */
  readonly status?: OrUndefined<StatusOf<Parent>> | undefined;
  /** Reconciles again after this time, for changes that no watch reports. */
  readonly requeueAfter?: DurationText | undefined;
}

/** The desired children and status of a parent that is being deleted. */
export interface Finalized<
  Parent extends KubernetesObject = KubernetesObject,
  Children extends KubernetesObject = KubernetesObject,
> extends Desired<Parent, Children> {
  /** Whether cleanup is complete and the finalizer can be removed. Base it on observed children, not desired ones. */
  readonly finalized: boolean;
}

/** The inputs of `desired` besides the parent and its children. */
export interface DesiredContext<Related extends KubernetesObject = KubernetesObject> {
  /** The objects that match the queries of `related`. */
  readonly related: Observed<Related>;
  /** The current time, for conditions and schedules: a pure function must not read the clock. */
  readonly now: Date;
}

/** The kinds of a tuple of object types: `[Kind<Deployment>, Kind<Service>]`. */
export type OwnedKinds<Children extends readonly KubernetesObject[]> = {
  readonly [Index in keyof Children]: Kind<Children[Index]> | Owned<Children[Index]>;
};

/** The options of a composite: the kinds of its children, and the function that returns the desired ones. */
export interface CompositeOptions<
  Parent extends KubernetesObject,
  Children extends readonly KubernetesObject[] = readonly KubernetesObject[],
  Related extends readonly KubernetesObject[] = readonly KubernetesObject[],
> {
  /** The kinds of the children: `[Service, owned(Pod, { update: 'RollingRecreate' })]`. */
  owns: OwnedKinds<Children>;
  /**
   * Returns the desired state. Must be pure: it is called whenever the parent, a child or a related object changes,
   * any number of times for one change.
   */
  desired: (
    parent: DeepReadonly<Parent>,
    children: Observed<Children[number]>,
    context: DesiredContext<Related[number]>,
  ) => Desired<Parent, Children[number]>;
  /**
   * Called instead of `desired` while the parent is being deleted, until it returns `finalized: true`. Without it,
   * the garbage collector deletes the children.
   */
  finalize?:
    | ((
        parent: DeepReadonly<Parent>,
        children: Observed<Children[number]>,
        context: DesiredContext<Related[number]>,
      ) => Finalized<Parent, Children[number]>)
    | undefined;
  /** Kinds of objects that a parent depends on without owning them. */
  uses?: { readonly [Index in keyof Related]: Kind<Related[Index]> } | undefined;
  /** Selects them. Must depend on the parent alone: it is called for every parent when one of them changes. */
  related?: ((parent: DeepReadonly<Parent>) => readonly RelatedQuery<Related[number]>[]) | undefined;
  /** Labels and annotations that children inherit from the parent. */
  inherit?: InheritedMetadata | undefined;
  /** Adopt existing objects that have the name of a child and no controller. Default: false, the reconcile fails. */
  adopt?: boolean | undefined;
  /** Default: `<group of the parent>/<name of the composite>`. */
  finalizer?: string | undefined;
  /** Which changes of the parent trigger a reconcile. Default: all except status writes of this process. */
  predicates?: readonly Predicate<Parent>[] | undefined;
  controller?: ControllerOptions | undefined;
}
