import { isAtLeast, type Minor } from '@opgen/rules/builtin';
import { isObject, type JsonObject } from '@opgen/rules/json';
import { type JSONSchemaProps, referenceOf, resolved } from '@opgen/rules/schema';
import type { Resource } from './resource.ts';

/**
 * The fields that the server drops while their feature gate is off, with the minor version that turns the gate on. Most
 * fields are off in the first minor versions that have them.
 */
const enabledSince: Readonly<Record<string, Minor | 'later'>> = {
  'apps.v1.DeploymentStatus.terminatingReplicas': '1.35',
  'apps.v1.ReplicaSetStatus.terminatingReplicas': '1.35',
  'apps.v1.RollingUpdateStatefulSetStrategy.maxUnavailable': 'later',
  'autoscaling.v2.HPAScalingRules.tolerance': '1.35',
  'core.v1.Container.restartPolicyRules': '1.35',
  'core.v1.ContainerStatus.allocatedResourcesStatus': '1.36',
  'core.v1.EnvVarSource.fileKeyRef': '1.35',
  'core.v1.EphemeralContainer.restartPolicyRules': '1.35',
  'core.v1.NodeStatus.declaredFeatures': '1.36',
  'core.v1.PersistentVolumeClaimSpec.volumeAttributesClassName': '1.34',
  'core.v1.PersistentVolumeClaimStatus.currentVolumeAttributesClassName': '1.34',
  'core.v1.PersistentVolumeClaimStatus.modifyVolumeStatus': '1.34',
  'core.v1.PersistentVolumeSpec.volumeAttributesClassName': '1.34',
  'core.v1.PodCondition.observedGeneration': '1.34',
  'core.v1.PodSpec.hostnameOverride': '1.35',
  'core.v1.PodSpec.resourceClaims': '1.34',
  'core.v1.PodSpec.resources': '1.34',
  'core.v1.PodSpec.schedulingGroup': 'later',
  'core.v1.PodSpec.workloadRef': 'later',
  'core.v1.PodStatus.allocatedResources': '1.36',
  'core.v1.PodStatus.extendedResourceClaimStatus': '1.36',
  'core.v1.PodStatus.nodeAllocatableResourceClaimStatuses': 'later',
  'core.v1.PodStatus.observedGeneration': '1.34',
  'core.v1.PodStatus.resourceClaimStatuses': '1.34',
  'core.v1.PodStatus.resources': '1.36',
  'core.v1.ResourceRequirements.claims': '1.34',
  'core.v1.VolumeMountStatus.volumeStatus': 'later',
  'core.v1.VolumeProjection.clusterTrustBundle': 'later',
  'core.v1.VolumeProjection.podCertificate': 'later',
  'discovery.v1.EndpointHints.forNodes': '1.34',
  'storage.v1.CSIDriverSpec.nodeAllocatableUpdatePeriodSeconds': '1.35',
  'storage.v1.CSIDriverSpec.preventPodSchedulingIfMissing': 'later',
  'storage.v1.CSIDriverSpec.serviceAccountTokenInSecrets': '1.35',
};

const prefix = 'io.k8s.api.';

/** Where the objects of a kind have such fields. Lists are left out: each of their items has the fields. */
interface Places {
  /** The names in the table above, by field. */
  readonly fields: ReadonlyMap<string, string>;
  readonly within: ReadonlyMap<string, Places>;
}

const found = new WeakMap<Resource, Places>();

/** The object without the fields whose feature gate is off, except for those that the old object has. */
export function withoutDisabledFields(resource: Resource, object: JsonObject, old?: JsonObject): JsonObject {
  if (resource.custom !== undefined) return object;
  let places = found.get(resource);
  if (places === undefined) {
    places = placesIn(resource.schema, resource, []);
    found.set(resource, places);
  }
  const used = new Set<string>();
  if (old !== undefined) addUsed(old, places, used);
  return without(object, places, used) as JsonObject;
}

function placesIn(schema: JSONSchemaProps, resource: Resource, parents: readonly string[]): Places {
  const fields = new Map<string, string>();
  const within = new Map<string, Places>();
  const { items, properties = {} } = resolved(schema, resource.resolve);
  if (items !== undefined) return placesIn(items, resource, parents);
  const type = nameOf(schema) ?? nameOfKind(resource);
  if (parents.includes(type)) return { fields, within };
  for (const [name, property] of Object.entries(properties)) {
    const field = `${type}.${name}`;
    if (isDisabled(field, resource.minor)) fields.set(name, field);
    const inner = placesIn(property, resource, [...parents, type]);
    if (inner.fields.size + inner.within.size > 0) within.set(name, inner);
  }
  return { fields, within };
}

/** `core.v1.Container` for a reference to `io.k8s.api.core.v1.Container`. */
function nameOf(schema: JSONSchemaProps): string | undefined {
  return referenceOf(schema)?.split('/').at(-1)?.slice(prefix.length);
}

function nameOfKind({ group, version, kind }: Resource): string {
  return [group.split('.')[0] || 'core', version, kind].join('.');
}

function isDisabled(field: string, minor: Minor): boolean {
  const since = Object.hasOwn(enabledSince, field) ? enabledSince[field] : undefined;
  return since !== undefined && (since === 'later' || !isAtLeast(minor, since));
}

function addUsed(value: unknown, { fields, within }: Places, used: Set<string>): void {
  if (Array.isArray(value)) for (const item of value) addUsed(item, { fields, within }, used);
  if (!isObject(value)) return;
  for (const [name, field] of fields) if (value[name] !== undefined) used.add(field);
  for (const [name, places] of within) addUsed(value[name], places, used);
}

function without(value: unknown, places: Places, used: ReadonlySet<string>): unknown {
  if (Array.isArray(value)) {
    const items = value.map((item) => without(item, places, used));
    return items.some((item, index) => item !== value[index]) ? items : value;
  }
  if (!isObject(value)) return value;
  let result = value;
  for (const [name, field] of places.fields) {
    if (value[name] === undefined || used.has(field)) continue;
    const { [name]: _, ...rest } = result;
    result = rest;
  }
  for (const [name, inner] of places.within) {
    const part = value[name];
    if (part === undefined) continue;
    const kept = without(part, inner, used);
    if (kept !== part) result = { ...result, [name]: kept };
  }
  return result;
}
