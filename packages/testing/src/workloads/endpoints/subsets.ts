import type {
  EndpointAddress,
  EndpointPort,
  EndpointSubset,
  Pod,
  Service,
} from '@opgen/runtime/kinds/core/v1';
import { isReady } from '../pods/pod-state.ts';
import { type AddressType, addressesOf, hasEndpoint, hostnameFor, portsOn } from './endpoint.ts';

interface Address {
  readonly address: EndpointAddress;
  readonly isReady: boolean;
}

/** The Pods of a Service as the Endpoints object groups them: ports that the same addresses offer share a subset. */
export function subsetsOf(service: Service, pods: readonly Pod[]): EndpointSubset[] {
  const { publishNotReadyAddresses = false, clusterIP, ports: servicePorts = [] } = service.spec;
  const included = pods.filter(
    (pod) => hasEndpoint(pod) && (publishNotReadyAddresses || pod.metadata.deletionTimestamp === undefined),
  );
  const byPort = new Map<string, Address[]>();
  for (const pod of included) {
    const address = addressOf(service, pod);
    if (address === undefined) continue;
    const isHeadlessWithoutPorts = servicePorts.length === 0 && clusterIP === 'None';
    const ports: (EndpointPort | undefined)[] = isHeadlessWithoutPorts
      ? [undefined]
      : portsOn(pod, service).map(endpointPort);
    for (const port of ports) {
      const key = JSON.stringify(port ?? null);
      const at = byPort.get(key) ?? [];
      byPort.set(key, at);
      at.push({ address, isReady: publishNotReadyAddresses || isReady(pod) });
    }
  }
  const byAddresses = new Map<string, { ports: EndpointPort[]; addresses: Address[] }>();
  for (const [text, addresses] of byPort) {
    addresses.sort(byIp);
    const key = JSON.stringify(addresses);
    const subset = byAddresses.get(key) ?? { ports: [], addresses };
    byAddresses.set(key, subset);
    const port = JSON.parse(text) as EndpointPort | null;
    if (port !== null) subset.ports.push(port);
  }
  return [...byAddresses.values()].map(({ ports, addresses }) => subset(ports, addresses));
}

function subset(ports: EndpointPort[], addresses: readonly Address[]): EndpointSubset {
  const ready = addresses.filter((each) => each.isReady).map(({ address }) => address);
  const notReady = addresses.filter((each) => !each.isReady).map(({ address }) => address);
  return {
    ...(ready.length > 0 && { addresses: ready }),
    ...(notReady.length > 0 && { notReadyAddresses: notReady }),
    ...(ports.length > 0 && { ports }),
  };
}

/** The address of the Service's first IP family; undefined if the Pod has none. */
function addressOf(service: Service, pod: Pod): EndpointAddress | undefined {
  const [family = 'IPv4'] = service.spec.ipFamilies ?? [];
  const [ip] = addressesOf(pod, family as AddressType);
  if (ip === undefined) return undefined;
  const { name, namespace = '', uid } = pod.metadata;
  const { nodeName = '' } = pod.spec;
  const hostname = hostnameFor(service, pod);
  return {
    ...(hostname !== undefined && { hostname }),
    ip,
    ...(nodeName !== '' && { nodeName }),
    targetRef: { kind: 'Pod', name, namespace, uid },
  };
}

/** Endpoints omit the empty name of a port; EndpointSlices contain it. */
function endpointPort({ name, port = 0, ...others }: ReturnType<typeof portsOn>[number]): EndpointPort {
  return { ...(name && { name }), port, ...others };
}

function byIp({ address: a }: Address, { address: b }: Address): number {
  const [left, right] = [`${a.ip} ${a.targetRef?.uid}`, `${b.ip} ${b.targetRef?.uid}`];
  return left < right ? -1 : 1;
}
