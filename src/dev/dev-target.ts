import type { Transport } from '@opgen/runtime/transport';
import type { ApiObjects } from './api-objects.ts';
import type { DevProject } from './dev-project.ts';
import type { Simulation } from './page/object-actions.ts';
import type { Undone } from './context/reversible-changes.ts';

/** The cluster in which `opgen dev` runs an operator. */
export interface DevTarget {
  readonly url: string;
  /** Such as `v1.36.0`. */
  readonly version: string;
  /** With the credentials of the user. */
  readonly transport: Transport;
  /** Without credentials. */
  readonly anonymous: Transport;
  readonly api: ApiObjects;
  /** Undefined for a cluster with real nodes. */
  readonly simulation: Simulation | undefined;
  readonly project: DevProject;
  /** The service account of the operator. A namespaced operator watches its namespace. */
  readonly account: { readonly namespace: string; readonly name: string };
  /** Seconds. */
  readonly tokenLifetime: number;
  /** A kubeconfig of the cluster, with the credentials of the user. */
  readonly kubeconfig: string;
  /** What `opgen dev` prints first. */
  readonly introduction: { readonly text: string; readonly data: object };
  /** Stops the cluster, or undoes the changes in it and returns them. */
  stop(): Promise<readonly Undone[]>;
}
