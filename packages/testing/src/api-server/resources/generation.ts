import { deepEqual } from '@opgen/rules/json';
import type { StoredObject } from '../storage/stored-object.ts';
import { hasSubresource, type Resource } from './resource.ts';

const coreKindsWithGeneration = new Set(['pods', 'replicationcontrollers']);
const groupsWithGeneration = new Set([
  'apps',
  'batch',
  'networking.k8s.io',
  'policy',
  'apiextensions.k8s.io',
  'admissionregistration.k8s.io',
]);

/** True if the server maintains metadata.generation for the resource. */
export function countsGenerations(resource: Resource): boolean {
  const { custom, group, plural } = resource;
  if (custom) return true;
  return group === '' ? coreKindsWithGeneration.has(plural) : groupsWithGeneration.has(group);
}

/** The generation after an update, if the server maintains it. */
export function nextGeneration(
  resource: Resource,
  old: StoredObject,
  next: StoredObject,
): number | undefined {
  if (!countsGenerations(resource)) return undefined;
  return (old.metadata.generation ?? 0) + (deepEqual(wanted(resource, old), wanted(resource, next)) ? 0 : 1);
}

/**
 * The fields whose changes increase the generation: all except metadata for a custom resource, the spec for a
 * built-in kind; never fields of /status.
 */
function wanted(resource: Resource, object: StoredObject): unknown {
  if (!resource.custom && object['spec'] !== undefined) return object['spec'];
  const { metadata: _, apiVersion: __, ...content } = object;
  if (hasSubresource(resource, 'status')) delete (content as Record<string, unknown>)['status'];
  return content;
}
