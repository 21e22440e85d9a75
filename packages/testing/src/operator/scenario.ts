import type { Manager } from '@opgen/runtime';
import type { Transport } from '@opgen/runtime/transport';
import type { ClusterOptions, EmbeddedCluster, WorkloadCluster } from '../cluster.ts';
import type { VirtualClock } from '../clock/virtual-clock.ts';

/** The cluster of a scenario. With `workloads`, it has the controls of Pods, nodes and metrics, too. */
export type ScenarioCluster = EmbeddedCluster & { readonly clock: VirtualClock } & Partial<
    Pick<WorkloadCluster, 'pods' | 'nodes' | 'metrics'>
  >;

/** An operator, and what users do while it runs. Each run has its own embedded cluster, with a virtual clock. */
export interface OperatorScenario {
  /** The options of each cluster, for instance `{ crds: 'config/crd/bases', workloads: true }`. */
  cluster?: Omit<ClusterOptions, 'clock' | 'state' | 'controllers'> & { controllers?: boolean | undefined };
  /** Prepares each cluster before the operator starts, for instance by serving its webhooks until the signal aborts. */
  prepare?(cluster: ScenarioCluster, signal: AbortSignal): unknown;
  /**
   * Connects the operator, for instance under its own role: `(cluster) => serviceAccountTransport(cluster, 'config/rbac')`.
   * Default: as administrator.
   */
  connect?(cluster: ScenarioCluster): Promise<Transport>;
  /** Registers the controllers, as `src/main.ts` does. The cluster has the clock of the manager. */
  setup(manager: Manager, cluster: ScenarioCluster): unknown;
  /**
   * What users do, for instance create an object. To let the operator finish its work between two steps, call
   * `cluster.settled()`: the operator may be dead until then, so never wait for it otherwise.
   */
  act(cluster: ScenarioCluster): unknown;
  /**
   * How long the operator may wait on purpose, with `requeueAfter`, before its work is complete: `'1m'`. Each time the
   * cluster has settled, the clock advances by it. Default: not at all.
   */
  settleFor?: string | number | undefined;
}
