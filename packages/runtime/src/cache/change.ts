import type { KubernetesObject } from '../objects/object.ts';

interface ChangeOf<Type extends string> {
  readonly type: Type;
  /** It existed before this process looked for the first time. */
  readonly initial: boolean;
  /** Everything that changed was written through this cache's own client. */
  readonly own: boolean;
}

/** What happened to one object, as handlers and predicates see it. Several changes may arrive as one. */
export type Change<T extends KubernetesObject = KubernetesObject> =
  | (ChangeOf<'added'> & { readonly object: T; readonly old?: undefined })
  | (ChangeOf<'updated'> & { readonly object: T; readonly old: T })
  /** `object` is its last known state. */
  | (ChangeOf<'deleted'> & { readonly object: T; readonly old?: undefined });
