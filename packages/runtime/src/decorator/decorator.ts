import type { Child } from '../composite/child.ts';
import type { DesiredContext, OwnedKinds } from '../composite/composite.ts';
import type { Observed } from '../composite/observed.ts';
import type { RelatedQuery } from '../composite/related.ts';
import type { ControllerOptions } from '../controller/controller.ts';
import type { DurationText } from '../controller/result.ts';
import type { DeepReadonly } from '../objects/deep-readonly.ts';
import type { Kind } from '../objects/kind.ts';
import type { KubernetesObject } from '../objects/object.ts';
import type { Selector } from '../objects/selector.ts';

/** The objects of a kind to decorate: those that match both selectors. An empty selector matches every object. */
export interface Decorated<T extends KubernetesObject = KubernetesObject> {
  readonly type: 'decorated';
  readonly kind: Kind<T>;
  readonly labels: Selector;
  readonly annotations: Selector;
}

/** Selects objects of a kind: `decorated(StatefulSet, { annotations: 'example.com/service-per-pod=true' })`. */
export function decorated<T extends KubernetesObject>(
  kind: Kind<T>,
  {
    labels = '',
    annotations = '',
  }: { labels?: Selector | undefined; annotations?: Selector | undefined } = {},
): Decorated<T> {
  return { type: 'decorated', kind, labels, annotations };
}

/** The kinds of a tuple of object types: `[Kind<Pod>, Decorated<StatefulSet>]`. */
export type DecoratedKinds<Objects extends readonly KubernetesObject[]> = {
  readonly [Index in keyof Objects]: Kind<Objects[Index]> | Decorated<Objects[Index]>;
};

/** What a decorator adds to an object. It leaves all other labels and annotations as they are. */
export interface Decoration<Attachments extends KubernetesObject = KubernetesObject> {
  /** All attachments: any other object that this decorator attached is deleted. */
  readonly attachments: readonly Child<Attachments>[];
  /** Labels to set on the object; null removes a label. */
  readonly labels?: Readonly<Record<string, string | null>> | undefined;
  /** Annotations to set on the object; null removes an annotation. */
  readonly annotations?: Readonly<Record<string, string | null>> | undefined;
  /** Reconciles again after this time, for changes that no watch reports. */
  readonly requeueAfter?: DurationText | undefined;
}

/** The decoration of an object that is being deleted or is no longer selected. */
export interface Undecorated<
  Attachments extends KubernetesObject = KubernetesObject,
> extends Decoration<Attachments> {
  /** Whether cleanup is complete. Base it on observed attachments, not desired ones. */
  readonly finalized: boolean;
}

/** The options of a decorator: the kinds to decorate, and the function that returns their attachments. */
export interface DecoratorOptions<
  Objects extends readonly KubernetesObject[],
  Attachments extends readonly KubernetesObject[],
  Related extends readonly KubernetesObject[] = readonly KubernetesObject[],
> {
  /** The kinds to decorate: `[Pod, decorated(StatefulSet, { labels: 'tier=gold' })]`. */
  decorates: DecoratedKinds<Objects>;
  /** The kinds of the attachments. */
  attaches: OwnedKinds<Attachments>;
  /** Returns the desired decoration. Must be pure. */
  desired: (
    object: DeepReadonly<Objects[number]>,
    attachments: Observed<Attachments[number]>,
    context: DesiredContext<Related[number]>,
  ) => Decoration<Attachments[number]>;
  /**
   * Called instead of `desired` when an object is being deleted or is no longer selected, until it returns
   * `finalized: true`. Without it, the attachments of an object that is no longer selected are deleted.
   */
  finalize?:
    | ((
        object: DeepReadonly<Objects[number]>,
        attachments: Observed<Attachments[number]>,
        context: DesiredContext<Related[number]>,
      ) => Undecorated<Attachments[number]>)
    | undefined;
  /** Kinds of objects that the attachments depend on. */
  uses?: { readonly [Index in keyof Related]: Kind<Related[Index]> } | undefined;
  /** Selects them. Must depend on the object alone: it is called for all decorated objects when one of them changes. */
  related?: ((object: DeepReadonly<Objects[number]>) => readonly RelatedQuery<Related[number]>[]) | undefined;
  /** Default: `opgen.dev/<name of the decorator>`. */
  finalizer?: string | undefined;
  controller?: ControllerOptions | undefined;
}
