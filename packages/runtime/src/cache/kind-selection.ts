import type { LabelQuery } from '../client/client.ts';

/** Which objects of a kind are watched and cached. */
export interface KindSelection {
  /** Default: the manager's namespaces. Ignored for cluster-scoped kinds. */
  namespaces?: readonly string[] | undefined;
  labelSelector?: LabelQuery | undefined;
  /**
   * Fields that the server can select by: `metadata.name`, and others for some kinds, such as `spec.nodeName` for
   * Pods.
   */
  fieldSelector?: string | undefined;
}
