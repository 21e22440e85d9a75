import type { LabelQuery } from '../client/client.ts';

/** Which objects are watched and cached. */
export interface ObjectSelection {
  labelSelector?: LabelQuery | undefined;
  /**
   * Fields that the server can select by: `metadata.name`, and others for some kinds, such as `spec.nodeName` for
   * Pods.
   */
  fieldSelector?: string | undefined;
}

/** Which objects of a kind are watched and cached. */
export interface KindSelection extends ObjectSelection {
  /**
   * The namespaces to watch, or their selectors by namespace: `{ shop: {}, stage: { labelSelector: 'tier=gold' } }`. A
   * namespace without a selector has that of the kind. Default: the manager's namespaces. Ignored for cluster-scoped
   * kinds.
   */
  namespaces?: readonly string[] | Readonly<Record<string, ObjectSelection>> | undefined;
}

/** The objects that one watch covers. */
export interface WatchSelection extends ObjectSelection {
  /** All namespaces when undefined. */
  readonly namespace: string | undefined;
}

/** One selection for each watch of a kind. */
export function watchSelections(
  { namespaces, labelSelector, fieldSelector }: KindSelection,
  isClusterScoped: boolean,
): readonly WatchSelection[] {
  const shared = { labelSelector, fieldSelector };
  if (isClusterScoped || namespaces === undefined) return [{ namespace: undefined, ...shared }];
  if (isList(namespaces)) return namespaces.map((namespace) => ({ namespace, ...shared }));
  return Object.entries(namespaces).map(([namespace, own]) => ({
    namespace,
    labelSelector: own.labelSelector ?? labelSelector,
    fieldSelector: own.fieldSelector ?? fieldSelector,
  }));
}

/** An empty list would mean no watch at all: an operator that does nothing while every probe passes. */
export function requireNamespaces(namespaces: KindSelection['namespaces']): void {
  if (namespaces === undefined) return;
  const names = isList(namespaces) ? namespaces : Object.keys(namespaces);
  if (names.length > 0) return;
  throw new RangeError(
    'namespaces is empty: name at least one, or leave the option out to watch all namespaces',
  );
}

function isList(namespaces: NonNullable<KindSelection['namespaces']>): namespaces is readonly string[] {
  return Array.isArray(namespaces);
}
