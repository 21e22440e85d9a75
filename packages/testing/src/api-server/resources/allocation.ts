import type { Core } from '../core.ts';
import { isObject, type JsonObject } from '@opgen/rules/json';
import type { StoredObject } from '../storage/stored-object.ts';
import { type Resource, tableOf } from './resource.ts';

const services = '/services';
const firstNodePort = 30_000;
const lastNodePort = 32_767;

/** Allocates cluster IPs and node ports of a Service. Values that are set stay. */
export function allocated(core: Core, resource: Resource, object: StoredObject): StoredObject {
  const { spec } = object;
  if (tableOf(resource) !== services || !isObject(spec) || spec['type'] === 'ExternalName') return object;
  const others = core.store
    .list(services)
    .filter(
      ({ metadata }) =>
        metadata.name !== object.metadata.name || metadata.namespace !== object.metadata.namespace,
    )
    .map((service) => service['spec'] as JsonObject);
  return { ...object, spec: withNodePorts(withClusterIp(spec, others), others) };
}

function withClusterIp(spec: JsonObject, others: readonly JsonObject[]): JsonObject {
  const clusterIP = spec['clusterIP'] ?? freeAddress(others);
  return {
    ...spec,
    clusterIP,
    clusterIPs: spec['clusterIPs'] ?? [clusterIP],
    ipFamilies: spec['ipFamilies'] ?? ['IPv4'],
    ipFamilyPolicy: spec['ipFamilyPolicy'] ?? 'SingleStack',
  };
}

/** The first free address in 10.0.0.0/16; .1 belongs to the API server. */
function freeAddress(others: readonly JsonObject[]): string {
  const taken = new Set(others.map(({ clusterIP }) => clusterIP));
  for (let number = 2; number < 65_535; number += 1) {
    const address = `10.0.${number >> 8}.${number & 255}`;
    if (!taken.has(address)) return address;
  }
  throw new Error('no cluster IP is available');
}

function withNodePorts(spec: JsonObject, others: readonly JsonObject[]): JsonObject {
  const opensNodePorts =
    spec['type'] === 'NodePort' ||
    (spec['type'] === 'LoadBalancer' && spec['allocateLoadBalancerNodePorts'] !== false);
  if (!opensNodePorts || !Array.isArray(spec['ports'])) return spec;
  const ports = spec['ports'] as JsonObject[];
  const taken = new Set([...others.flatMap(portsOf), ...portsOf(spec)]);
  return {
    ...spec,
    ports: ports.map((port) => {
      if (port['nodePort'] !== undefined) return port;
      const nodePort = freePort(taken);
      taken.add(nodePort);
      return { ...port, nodePort };
    }),
  };
}

function portsOf({ ports }: JsonObject): unknown[] {
  return Array.isArray(ports) ? ports.map((port: JsonObject) => port['nodePort']).filter(Boolean) : [];
}

function freePort(taken: ReadonlySet<unknown>): number {
  for (let port = firstNodePort; port <= lastNodePort; port += 1) if (!taken.has(port)) return port;
  throw new Error('no node port is available');
}
