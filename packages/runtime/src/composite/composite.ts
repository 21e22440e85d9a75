import type { StatusOf } from '../client/client.ts';
import type { ControllerOptions } from '../controller/controller.ts';
import type { Predicate } from '../controller/predicates.ts';
import type { DurationText } from '../controller/result.ts';
import type { Kind } from '../objects/kind.ts';
import type { KubernetesObject } from '../objects/object.ts';
import type { Child } from './child.ts';
import type { InheritedMetadata } from './composite-metadata.ts';
import type { Observed } from './observed.ts';
import type { Owned } from './owned.ts';
import type { RelatedQuery } from './related.ts';

/** What a parent should have, and what is to be said about it. */
export interface Desired<
  Parent extends KubernetesObject = KubernetesObject,
  Children extends KubernetesObject = KubernetesObject,
> {
  /** All of them: what the parent has beside these is deleted. */
  readonly children: readonly Child<Children>[];
  /** Stands in place of the status that is there. Say only what was observed. Absent: it stays as it is. */
  readonly status?: StatusOf<Parent> | undefined;
  /** Look again after this time, for what no watch reports. */
  readonly requeueAfter?: DurationText | undefined;
}

/** The same of a parent that is being deleted. */
export interface Finalized<
  Parent extends KubernetesObject = KubernetesObject,
  Children extends KubernetesObject = KubernetesObject,
> extends Desired<Parent, Children> {
  /** Whether all is done, and the parent may go. Say so of what was observed, never of what is only desired. */
  readonly finalized: boolean;
}

/** What there is to decide by, beside the parent and its children. */
export interface DesiredContext<Related extends KubernetesObject = KubernetesObject> {
  /** What the queries of `related` found. */
  readonly related: Observed<Related>;
  /** The time, for conditions and schedules: a pure function does not look at the clock. */
  readonly now: Date;
}

/** Kinds to be told of a tuple of their objects: `[Kind<Deployment>, Kind<Service>]`. */
export type OwnedKinds<Children extends readonly KubernetesObject[]> = {
  readonly [Index in keyof Children]: Kind<Children[Index]> | Owned<Children[Index]>;
};

/** What a composite is made of: the kinds of its children, and the function that says what they should be. */
export interface CompositeOptions<
  Parent extends KubernetesObject,
  Children extends readonly KubernetesObject[] = readonly KubernetesObject[],
  Related extends readonly KubernetesObject[] = readonly KubernetesObject[],
> {
  /** The kinds of the children: `[Service, owned(Pod, { update: 'RollingRecreate' })]`. */
  owns: OwnedKinds<Children>;
  /**
   * What there should be, by what there is. A pure function: it is called whenever the parent, a child or what is
   * related changes, any number of times for one change.
   */
  desired: (
    parent: Parent,
    children: Observed<Children[number]>,
    context: DesiredContext<Related[number]>,
  ) => Desired<Parent, Children[number]>;
  /**
   * Asked instead of `desired` once the parent is to be deleted, until it says `finalized`. Without it the children
   * are left to the garbage collector.
   */
  finalize?: (
    parent: Parent,
    children: Observed<Children[number]>,
    context: DesiredContext<Related[number]>,
  ) => Finalized<Parent, Children[number]>;
  /** Kinds of objects that a parent depends on without owning them. */
  uses?: { readonly [Index in keyof Related]: Kind<Related[Index]> };
  /** Which of them: a pure function of the parent alone, asked of every parent when one of them changes. */
  related?: (parent: Parent) => readonly RelatedQuery<Related[number]>[];
  /** Labels and annotations that children get from the parent. */
  inherit?: InheritedMetadata;
  /** Take over objects that have the name of a child and that nobody controls. Default: false, they are refused. */
  adopt?: boolean;
  /** Default: `<group of the parent>/<name of the composite>`. */
  finalizer?: string;
  /** Which changes of the parent count. Default: all but a status that it wrote itself. */
  predicates?: readonly Predicate<Parent>[];
  controller?: ControllerOptions;
}
