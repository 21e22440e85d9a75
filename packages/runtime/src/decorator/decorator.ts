import type { Child } from '../composite/child.ts';
import type { DesiredContext, OwnedKinds } from '../composite/composite.ts';
import type { Observed } from '../composite/observed.ts';
import type { RelatedQuery } from '../composite/related.ts';
import type { ControllerOptions } from '../controller/controller.ts';
import type { DurationText } from '../controller/result.ts';
import type { Kind } from '../objects/kind.ts';
import type { KubernetesObject } from '../objects/object.ts';
import type { Selector } from '../objects/selector.ts';

/** Which objects of a kind are decorated: those that meet both. Without a selector that is all of them. */
export interface Decorated<T extends KubernetesObject = KubernetesObject> {
  readonly type: 'decorated';
  readonly kind: Kind<T>;
  readonly labels: Selector;
  readonly annotations: Selector;
}

/** Some objects of a kind: `decorated(StatefulSet, { annotations: 'example.com/service-per-pod=true' })`. */
export function decorated<T extends KubernetesObject>(
  kind: Kind<T>,
  { labels = '', annotations = '' }: { labels?: Selector; annotations?: Selector } = {},
): Decorated<T> {
  return { type: 'decorated', kind, labels, annotations };
}

/** Kinds to be told of a tuple of their objects: `[Kind<Pod>, Decorated<StatefulSet>]`. */
export type DecoratedKinds<Objects extends readonly KubernetesObject[]> = {
  readonly [Index in keyof Objects]: Kind<Objects[Index]> | Decorated<Objects[Index]>;
};

/** What an object that is somebody else's should have. What is absent is left as it is. */
export interface Decoration<Attachments extends KubernetesObject = KubernetesObject> {
  /** All of them: what it has beside these from this decorator is deleted. */
  readonly attachments: readonly Child<Attachments>[];
  /** Labels to set on the object; null takes one away. */
  readonly labels?: Readonly<Record<string, string | null>> | undefined;
  /** Annotations to set on the object; null takes one away. */
  readonly annotations?: Readonly<Record<string, string | null>> | undefined;
  /** Look again after this time, for what no watch reports. */
  readonly requeueAfter?: DurationText | undefined;
}

/** The same for an object that is being deleted, or is not selected any more. */
export interface Undecorated<
  Attachments extends KubernetesObject = KubernetesObject,
> extends Decoration<Attachments> {
  /** Whether all is done. Say so of what was observed, never of what is only desired. */
  readonly finalized: boolean;
}

/** What a decorator is made of: the kinds it looks at, and the function that says what is attached to them. */
export interface DecoratorOptions<
  Objects extends readonly KubernetesObject[],
  Attachments extends readonly KubernetesObject[],
  Related extends readonly KubernetesObject[] = readonly KubernetesObject[],
> {
  /** The kinds of the objects: `[Pod, decorated(StatefulSet, { labels: 'tier=gold' })]`. */
  decorates: DecoratedKinds<Objects>;
  /** The kinds of what is attached to them. */
  attaches: OwnedKinds<Attachments>;
  /** What there should be, by what there is. A pure function. */
  desired: (
    object: Objects[number],
    attachments: Observed<Attachments[number]>,
    context: DesiredContext<Related[number]>,
  ) => Decoration<Attachments[number]>;
  /**
   * Asked instead of `desired` once an object is to be deleted or is not selected any more, until it says
   * `finalized`. Without it attachments of an object that is not selected any more are deleted.
   */
  finalize?: (
    object: Objects[number],
    attachments: Observed<Attachments[number]>,
    context: DesiredContext<Related[number]>,
  ) => Undecorated<Attachments[number]>;
  /** Kinds of objects that what is attached depends on. */
  uses?: { readonly [Index in keyof Related]: Kind<Related[Index]> };
  /** Which of them: a pure function of the object alone, asked of every selected one when one of them changes. */
  related?: (object: Objects[number]) => readonly RelatedQuery<Related[number]>[];
  /** Default: `opgen.dev/<name of the decorator>`. */
  finalizer?: string;
  controller?: ControllerOptions;
}
