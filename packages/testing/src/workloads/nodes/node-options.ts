import type { Taint } from '@opgen/runtime/kinds/core/v1';

/** A node. */
export interface NodeOptions {
  /** Default: `node-1`, `node-2` and so on. */
  name?: string | undefined;
  labels?: Readonly<Record<string, string>> | undefined;
  taints?: readonly Taint[] | undefined;
  /** What the Pods of the node can request. Default: 8 CPUs, 32Gi of memory, 110 Pods. */
  capacity?: Readonly<Record<string, string>> | undefined;
}
