import { Node } from '@opgen/runtime/kinds/core/v1';
import { createNode, type NodesCluster } from '../nodes/create-nodes.ts';
import type { NodeOptions } from '../nodes/node-options.ts';
import { timestamp } from '../time.ts';

/** Adds nodes to a cluster, and makes them fail. To remove one, delete the Node. */
export interface NodeControls {
  /** Adds a node. */
  add(options?: NodeOptions): Promise<void>;
  /**
   * The node stops answering: it is not ready, its Pods are not ready, and they are evicted once they no longer tolerate
   * its taints.
   */
  fail(name: string): Promise<void>;
  /** The node answers again. */
  recover(name: string): Promise<void>;
}

export function nodeControls(cluster: NodesCluster): NodeControls {
  const { client, clock } = cluster;
  const report = async (name: string, answers: boolean): Promise<void> => {
    const node = await client.get(Node, { name });
    const now = timestamp(clock);
    const conditions = (node.status?.conditions ?? []).map((condition) => {
      const isReady = condition.type === 'Ready';
      return answers
        ? {
            ...condition,
            status: isReady ? 'True' : 'False',
            reason: isReady ? 'KubeletReady' : `KubeletHasNo${condition.type}`,
            message: isReady ? 'kubelet is posting ready status' : 'kubelet reports no pressure',
            lastHeartbeatTime: now,
            lastTransitionTime: now,
          }
        : {
            ...condition,
            status: 'Unknown',
            reason: 'NodeStatusUnknown',
            message: 'Kubelet stopped posting node status.',
            lastTransitionTime: now,
          };
    });
    await client.patchStatus(Node, node, { ...node.status, conditions });
  };
  return {
    async add(options = {}) {
      const { items } = await client.list(Node);
      await createNode(cluster, items.length, options);
    },
    fail: (name) => report(name, false),
    recover: (name) => report(name, true),
  };
}
