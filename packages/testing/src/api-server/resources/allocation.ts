import type { Core } from '../core.ts';
import { type FieldError, invalid } from '@opgen/rules/field-errors';
import { isObject, type JsonObject } from '@opgen/rules/json';
import { invalidStatus, StatusError } from '../status-errors.ts';
import type { StoredObject } from '../storage/stored-object.ts';
import { type Resource, tableOf } from './resource.ts';

const services = '/services';
const firstNodePort = 30_000;
const lastNodePort = 32_767;
const firstOctets = '10.0.';
const ofApiServer = '10.0.0.1';

/** Allocates cluster IPs and node ports of a Service. Values that are set stay. */
export function allocated(core: Core, resource: Resource, object: StoredObject): StoredObject {
  const { spec } = object;
  if (tableOf(resource) !== services || !isObject(spec) || spec['type'] === 'ExternalName') return object;
  const others = othersThan(core, object);
  return { ...object, spec: withNodePorts(withClusterIp(spec, others), others) };
}

/** The specs of the other Services. */
function othersThan(core: Core, { metadata: { name, namespace } }: StoredObject): JsonObject[] {
  return core.store
    .list(services)
    .filter(({ metadata }) => metadata.name !== name || metadata.namespace !== namespace)
    .map((service) => service['spec'] as JsonObject);
}

function withClusterIp(spec: JsonObject, others: readonly JsonObject[]): JsonObject {
  // The server has no addresses of this family, and does not choose between contradicting ones.
  const cannotAllocate = familiesOf(spec)[0] === 'IPv6' || Array.isArray(spec['clusterIPs']);
  if (spec['clusterIP'] === undefined && cannotAllocate) return spec;
  const clusterIP = spec['clusterIP'] ?? freeAddress(others);
  return {
    ...spec,
    clusterIP,
    clusterIPs: spec['clusterIPs'] ?? [clusterIP],
    ipFamilies: spec['ipFamilies'] ?? ['IPv4'],
    ipFamilyPolicy: spec['ipFamilyPolicy'] ?? 'SingleStack',
  };
}

/**
 * Rejects a Service whose addresses or node ports the cluster cannot allocate. It has one range of IPv4 addresses.
 */
export function requireAllocatable(
  core: Core,
  resource: Resource,
  object: StoredObject,
  old?: StoredObject,
): void {
  const { spec } = object;
  if (tableOf(resource) !== services || !isObject(spec) || spec['type'] === 'ExternalName') return;
  const before = isObject(old?.['spec']) ? old['spec'] : {};
  const others = othersThan(core, object);
  const errors = [
    ...familyErrors(spec),
    ...addressErrors(spec, before, others),
    ...nodePortErrors(spec, before, others),
  ];
  const [first] = errors;
  if (first === undefined) return;
  throw new StatusError(invalidStatus(resource.kind, resource.group, object.metadata.name, [first]));
}

function familyErrors(spec: JsonObject): FieldError[] {
  const isSelected = isObject(spec['selector']) || spec['clusterIP'] !== 'None';
  return [
    ...familiesOf(spec).flatMap((family, i) =>
      family === 'IPv6' && isSelected
        ? [invalid(`spec.ipFamilies[${i}]`, family, 'not configured on this cluster')]
        : [],
    ),
    ...(spec['ipFamilyPolicy'] === 'RequireDualStack' && isSelected
      ? [
          invalid(
            'spec.ipFamilyPolicy',
            'RequireDualStack',
            'this cluster is not configured for dual-stack services',
          ),
        ]
      : []),
  ];
}

function addressErrors(
  { clusterIP, clusterIPs }: JsonObject,
  before: JsonObject,
  others: readonly JsonObject[],
): FieldError[] {
  if (typeof clusterIP !== 'string' || clusterIP === 'None' || clusterIP === before['clusterIP']) return [];
  const isInRange = clusterIP.startsWith(firstOctets);
  const isTaken = clusterIP === ofApiServer || others.some((other) => other['clusterIP'] === clusterIP);
  if (isInRange && !isTaken) return [];
  const cause = isInRange
    ? 'provided IP is already allocated'
    : 'the provided network does not match the current range';
  return [invalid('spec.clusterIPs', clusterIPs, `failed to allocate IP ${clusterIP}: ${cause}`)];
}

function nodePortErrors(spec: JsonObject, before: JsonObject, others: readonly JsonObject[]): FieldError[] {
  const own = new Set(portsOf(before));
  const taken = new Set(others.flatMap(portsOf));
  const used = new Map<unknown, unknown>();
  const ports = Array.isArray(spec['ports']) ? (spec['ports'] as JsonObject[]) : [];
  return ports.flatMap(({ nodePort, protocol }, i) => {
    if (typeof nodePort !== 'number') return [];
    const path = `spec.ports[${i}].nodePort`;
    const isRepeated = used.has(nodePort) && used.get(nodePort) === protocol;
    used.set(nodePort, protocol);
    if (own.has(nodePort) && !isRepeated) return [];
    if (nodePort < firstNodePort || nodePort > lastNodePort) {
      const range = `${firstNodePort}-${lastNodePort}`;
      const rule = `provided port is not in the valid range. The range of valid ports is ${range}`;
      return [invalid(path, nodePort, rule)];
    }
    return taken.has(nodePort) || isRepeated
      ? [invalid(path, nodePort, 'provided port is already allocated')]
      : [];
  });
}

function familiesOf({ ipFamilies }: JsonObject): readonly unknown[] {
  return Array.isArray(ipFamilies) ? ipFamilies : [];
}

/** The first free address in 10.0.0.0/16; .1 belongs to the API server. */
function freeAddress(others: readonly JsonObject[]): string {
  const taken = new Set(others.map(({ clusterIP }) => clusterIP));
  for (let number = 2; number < 65_535; number += 1) {
    const address = `${firstOctets}${number >> 8}.${number & 255}`;
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
