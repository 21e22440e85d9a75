import type { Clock, LiveClient } from '@opgen/runtime';
import { Node, type NodeStatus } from '@opgen/runtime/kinds/core/v1';
import type { Minor } from '@opgen/rules/builtin';
import { timestamp } from '../time.ts';
import type { NodeOptions } from './node-options.ts';

const usualCapacity = { cpu: '8', memory: '32Gi', 'ephemeral-storage': '100Gi', pods: '110' };

/** The cluster that nodes join. */
export interface NodesCluster {
  readonly client: LiveClient;
  readonly clock: Clock;
  /** The minor version of its API server and kubelets. */
  readonly minor: Minor;
}

/** Creates the nodes that a cluster has from the start, except for those of its last run. */
export async function createNodes(
  cluster: NodesCluster,
  nodes: number | readonly NodeOptions[],
): Promise<void> {
  const all = typeof nodes === 'number' ? Array.from({ length: nodes }, () => ({})) : nodes;
  const { items } = await cluster.client.list(Node);
  const existing = new Set(items.map(({ metadata }) => metadata.name));
  const missing = all.map((options: NodeOptions, index) => ({
    ...options,
    name: options.name ?? nameOf(index),
    index,
  }));
  await Promise.all(
    missing
      .filter(({ name }) => !existing.has(name))
      .map(({ index, ...options }) => createNode(cluster, index, options)),
  );
}

/** Creates a node that is ready. The index decides about its name and addresses. */
export async function createNode(
  { client, clock, minor }: NodesCluster,
  index: number,
  { name = nameOf(index), labels = {}, taints = [], capacity = {} }: NodeOptions,
): Promise<void> {
  const podCIDR = `10.244.${index}.0/24`;
  await client.create(Node, {
    metadata: { name, labels: { ...usualLabels(name), ...labels } },
    spec: { podCIDR, podCIDRs: [podCIDR], ...(taints.length > 0 && { taints: [...taints] }) },
    status: readyStatus({ clock, minor }, index, { ...usualCapacity, ...capacity }, name),
  });
}

function nameOf(index: number): string {
  return `node-${index + 1}`;
}

function usualLabels(name: string): Record<string, string> {
  return {
    'beta.kubernetes.io/arch': 'amd64',
    'beta.kubernetes.io/os': 'linux',
    'kubernetes.io/arch': 'amd64',
    'kubernetes.io/hostname': name,
    'kubernetes.io/os': 'linux',
  };
}

function readyStatus(
  { clock, minor }: Pick<NodesCluster, 'clock' | 'minor'>,
  index: number,
  capacity: Record<string, string>,
  name: string,
): NodeStatus {
  const now = timestamp(clock);
  const condition = (type: string, status: string, reason: string, message: string) => ({
    type,
    status,
    reason,
    message,
    lastHeartbeatTime: now,
    lastTransitionTime: now,
  });
  return {
    capacity,
    allocatable: capacity,
    addresses: [
      { type: 'InternalIP', address: nodeAddress(index) },
      { type: 'Hostname', address: name },
    ],
    conditions: [
      condition(
        'MemoryPressure',
        'False',
        'KubeletHasSufficientMemory',
        'kubelet has sufficient memory available',
      ),
      condition('DiskPressure', 'False', 'KubeletHasNoDiskPressure', 'kubelet has no disk pressure'),
      condition('PIDPressure', 'False', 'KubeletHasSufficientPID', 'kubelet has sufficient PID available'),
      condition('Ready', 'True', 'KubeletReady', 'kubelet is posting ready status'),
    ],
    nodeInfo: {
      architecture: 'amd64',
      bootID: '',
      containerRuntimeVersion: 'containerd://2.0.0',
      kernelVersion: '6.12.0',
      kubeProxyVersion: `v${minor}.0`,
      kubeletVersion: `v${minor}.0`,
      machineID: '',
      operatingSystem: 'linux',
      osImage: 'simulated',
      systemUUID: '',
    },
  };
}

function nodeAddress(index: number): string {
  return `172.18.${Math.floor((index + 2) / 250)}.${((index + 2) % 250) + 1}`;
}
