import type { LabelQuery } from '../client/client.ts';

/** Which objects of a kind are held in memory, and watched. */
export interface KindSelection {
  /** Default: the namespaces of the manager. Without meaning for cluster-scoped kinds. */
  namespaces?: readonly string[];
  labelSelector?: LabelQuery;
  /** What the server can select by: `metadata.name`, and more for some kinds, such as `spec.nodeName` of Pods. */
  fieldSelector?: string;
}
