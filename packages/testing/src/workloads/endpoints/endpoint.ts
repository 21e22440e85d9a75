import type { Node, Pod, Service, ServicePort } from '@opgen/runtime/kinds/core/v1';
import type { Endpoint, EndpointPort } from '@opgen/runtime/kinds/discovery/v1';
import { isReady, isTerminated } from '../pods/pod-state.ts';

/** The address types of EndpointSlices that controllers manage. */
export type AddressType = 'IPv4' | 'IPv6';

const zoneLabel = 'topology.kubernetes.io/zone';
const closeDistributions = ['PreferClose', 'PreferSameZone', 'PreferSameNode'];

/** Whether a Pod can be an endpoint of a Service: it has an address and has not ended. */
export function hasEndpoint(pod: Pod): boolean {
  return !isTerminated(pod) && addressesOf(pod).length > 0;
}

/** The Pod's addresses of one type. */
export function addressesOf({ status }: Pod, type?: AddressType): string[] {
  const { podIPs = [], podIP = '' } = status ?? {};
  const all = podIPs.length > 0 ? podIPs.map(({ ip }) => ip) : podIP === '' ? [] : [podIP];
  return type === undefined ? all : all.filter((ip) => ip.includes(':') === (type === 'IPv6'));
}

/** The Pod as an endpoint of an EndpointSlice; `node` is undefined if its node does not exist. */
export function endpointOf(service: Service, pod: Pod, node: Node | undefined, type: AddressType): Endpoint {
  const { publishNotReadyAddresses = false, trafficDistribution = '' } = service.spec;
  const { name, namespace = '', uid, deletionTimestamp } = pod.metadata;
  const { nodeName = '' } = pod.spec;
  const serving = isReady(pod);
  const terminating = deletionTimestamp !== undefined;
  const ready = publishNotReadyAddresses || (serving && !terminating);
  const zone = node?.metadata.labels?.[zoneLabel];
  const hostname = hostnameFor(service, pod);
  const forZones = zone === undefined ? {} : { forZones: [{ name: zone }] };
  const forNodes =
    trafficDistribution === 'PreferSameNode' && nodeName !== '' ? { forNodes: [{ name: nodeName }] } : {};
  const hints = { ...forZones, ...forNodes };
  const isHinted = ready && closeDistributions.includes(trafficDistribution) && Object.keys(hints).length > 0;
  return {
    addresses: addressesOf(pod, type),
    conditions: { ready, serving, terminating },
    ...(isHinted && { hints }),
    ...(hostname !== undefined && { hostname }),
    ...(nodeName !== '' && { nodeName }),
    targetRef: { kind: 'Pod', name, namespace, uid },
    ...(zone !== undefined && { zone }),
  };
}

/** The hostname of a Pod in the domain of its headless Service; undefined if the Pod is not in this domain. */
export function hostnameFor({ metadata }: Service, { spec }: Pod): string | undefined {
  const { hostname = '', subdomain = '' } = spec;
  return hostname !== '' && subdomain === metadata.name ? hostname : undefined;
}

/** The ports of a Service on a Pod, without those that the Pod does not have. */
export function portsOn(pod: Pod, { spec }: Service): EndpointPort[] {
  return (spec.ports ?? []).flatMap((servicePort) => {
    const port = targetPort(pod, servicePort);
    if (port === undefined) return [];
    const { name = '', protocol = 'TCP', appProtocol } = servicePort;
    return [{ name, port, protocol, ...(appProtocol !== undefined && { appProtocol }) }];
  });
}

/** The number of a target port on a Pod. A name stands for the container port of this name and protocol. */
export function targetPort({ spec }: Pod, { port, protocol, targetPort: target }: ServicePort) {
  if (typeof target !== 'string') return target ?? port;
  const sidecars = (spec.initContainers ?? []).filter(({ restartPolicy }) => restartPolicy === 'Always');
  return [...spec.containers, ...sidecars]
    .flatMap(({ ports = [] }) => ports)
    .find((each) => each.name === target && (each.protocol ?? 'TCP') === (protocol ?? 'TCP'))?.containerPort;
}
