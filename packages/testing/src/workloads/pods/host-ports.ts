import type { Pod } from '@opgen/runtime/kinds/core/v1';

/** Whether a Pod needs a port of the node that one of the others has. */
export function sharesPort(pod: Pod, pods: readonly Pod[]): boolean {
  const taken = new Set(pods.flatMap(hostPorts));
  return hostPorts(pod).some((port) => taken.has(port));
}

/** The ports of its node that a Pod needs. */
export function hostPorts({ spec }: Pod): string[] {
  return spec.containers.flatMap(({ ports = [] }) =>
    ports.flatMap(({ hostPort, protocol = 'TCP' }) => (hostPort ? [`${hostPort}/${protocol}`] : [])),
  );
}
