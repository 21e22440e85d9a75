import type { CustomResourceDefinition, Unvalidated } from '@opgen/rules/definitions';
import { deepEqual, isObject, type JsonObject } from '@opgen/rules/json';
import type { StoredObject } from '../storage/stored-object.ts';
import { crdTable, type Resource, tableOf } from './resource.ts';

const serviceFields = ['clusterIP', 'clusterIPs', 'ipFamilies', 'ipFamilyPolicy', 'healthCheckNodePort'];

/** Fields that the server has set remain when an update omits them. */
export function carriedOver(resource: Resource, next: JsonObject, old: StoredObject): JsonObject {
  if (tableOf(resource) === crdTable) return withStoredVersion(next);
  if (tableOf(resource) === '/namespaces') return withSpecFinalizers(next, old);
  const before = old['spec'];
  if (tableOf(resource) !== '/services' || !isObject(next['spec']) || !isObject(before)) return next;
  const spec = withFirstAddress(withoutFieldsOfType(next['spec'], before), before);
  if (spec['type'] === 'ExternalName' || before['type'] === 'ExternalName') return { ...next, spec };
  const kept = serviceFields.filter((key) => spec[key] === undefined && before[key] !== undefined);
  return {
    ...next,
    spec: {
      ...spec,
      ...Object.fromEntries(kept.map((key) => [key, before[key]])),
      ...nodePorts(spec, before),
    },
  };
}

/** Only the subresource `finalize` changes the finalizers in the spec of a namespace. */
function withSpecFinalizers(next: JsonObject, old: StoredObject): JsonObject {
  const { finalizers: _, ...spec } = isObject(next['spec']) ? next['spec'] : {};
  const { finalizers } = isObject(old['spec']) ? old['spec'] : {};
  return { ...next, spec: { ...spec, ...(finalizers !== undefined && { finalizers }) } };
}

/** Adds a new storage version to status.storedVersions. */
function withStoredVersion(next: JsonObject): JsonObject {
  const { spec, status } = next as Unvalidated<CustomResourceDefinition>;
  const stored = status?.storedVersions ?? [];
  const storage = spec?.versions?.find((version) => version.storage === true)?.name;
  if (storage === undefined || stored.includes(storage)) return next;
  return { ...next, status: { ...status, storedVersions: [...stored, storage] } };
}

/** Fields that only some types of Services have, and the types. */
const fieldsOfTypes: Readonly<Record<string, readonly string[]>> = {
  clusterIP: ['ClusterIP', 'NodePort', 'LoadBalancer'],
  clusterIPs: ['ClusterIP', 'NodePort', 'LoadBalancer'],
  ipFamilies: ['ClusterIP', 'NodePort', 'LoadBalancer'],
  ipFamilyPolicy: ['ClusterIP', 'NodePort', 'LoadBalancer'],
  externalTrafficPolicy: ['NodePort', 'LoadBalancer'],
  internalTrafficPolicy: ['ClusterIP', 'NodePort', 'LoadBalancer'],
  healthCheckNodePort: ['LoadBalancer'],
  allocateLoadBalancerNodePorts: ['LoadBalancer'],
  loadBalancerClass: ['LoadBalancer'],
};
const withNodePorts = ['NodePort', 'LoadBalancer'];

/** A Service that changes its type loses the fields that the new type does not have, unless the update sets them. */
function withoutFieldsOfType(spec: JsonObject, before: JsonObject): JsonObject {
  const type = String(spec['type'] ?? 'ClusterIP');
  if (type === before['type']) return spec;
  const entries = Object.entries(spec).filter(
    ([key, value]) => fieldsOfTypes[key]?.includes(type) !== false || !deepEqual(value, before[key]),
  );
  const rest = Object.fromEntries(entries);
  const { ports } = spec;
  if (withNodePorts.includes(type) || !Array.isArray(ports)) return rest;
  const taken = new Set(portsOf(before).map(({ nodePort }) => nodePort));
  return {
    ...rest,
    ports: portsOf(spec).map(({ nodePort, ...port }) =>
      nodePort === undefined || taken.has(nodePort) ? port : { ...port, nodePort },
    ),
  };
}

/** The list of addresses follows the field that is older. */
function withFirstAddress(spec: JsonObject, before: JsonObject): JsonObject {
  const { clusterIP, clusterIPs } = spec;
  if (clusterIP === before['clusterIP'] || !deepEqual(clusterIPs, before['clusterIPs'])) return spec;
  const { clusterIPs: _, ...rest } = spec;
  return clusterIP === undefined || clusterIPs === undefined ? rest : { ...rest, clusterIPs: [clusterIP] };
}

function portsOf({ ports }: JsonObject): JsonObject[] {
  return Array.isArray(ports) ? ports.filter(isObject) : [];
}

/** A Service keeps its allocated node ports. */
function nodePorts(spec: JsonObject, before: JsonObject): JsonObject {
  const opensNodePorts = spec['type'] === 'NodePort' || spec['type'] === 'LoadBalancer';
  if (!opensNodePorts || !Array.isArray(spec['ports']) || !Array.isArray(before['ports'])) return {};
  const former = before['ports'] as JsonObject[];
  const ports = (spec['ports'] as JsonObject[]).map((port) => {
    if (port['nodePort'] !== undefined) return port;
    const same = former.find(
      (one) => one['port'] === port['port'] && one['protocol'] === (port['protocol'] ?? 'TCP'),
    );
    return same?.['nodePort'] === undefined ? port : { ...port, nodePort: same['nodePort'] };
  });
  return { ports };
}
