import type { DeepReadonly } from '../objects/deep-readonly.ts';
import type { KubernetesObject } from '../objects/object.ts';

interface ChangeOf<Type extends string> {
  readonly type: Type;
  /** The object existed before the initial list. */
  readonly initial: boolean;
  /** The change was written through this cache's own client. */
  readonly own: boolean;
}

/** An event of one object, as handlers and predicates receive it. Several changes may be merged into one event. */
export type Change<T extends KubernetesObject = KubernetesObject> =
  | (ChangeOf<'added'> & { readonly object: DeepReadonly<T>; readonly old?: undefined })
  | (ChangeOf<'updated'> & { readonly object: DeepReadonly<T>; readonly old: DeepReadonly<T> })
  /** `object` is its last known state. */
  | (ChangeOf<'deleted'> & { readonly object: DeepReadonly<T>; readonly old?: undefined });
