import { type FieldError, forbidden, oneOf, required } from '../field-errors.ts';
import { deepEqual, isObject, type JsonObject, metadataIn } from '../json.ts';
import { compareQuantities } from '../quantity.ts';
import type { Validation } from './validation.ts';

const modes = ['ReadOnlyMany', 'ReadWriteMany', 'ReadWriteOnce', 'ReadWriteOncePod'];

const immutable =
  'spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims';
const classAnnotation = 'volume.beta.kubernetes.io/storage-class';

export const validateClaim: Validation = (claim, old) => {
  const { spec } = claim;
  if (!isObject(spec)) return [];
  const accessModes: unknown[] = Array.isArray(spec['accessModes']) ? spec['accessModes'] : [];
  return [
    ...(accessModes.length === 0 ? [required('spec.accessModes', 'at least 1 access mode is required')] : []),
    ...accessModes.flatMap((mode) => oneOf(mode, modes, 'spec.accessModes')),
    ...('storage' in requestsOf(spec) ? [] : [required('spec.resources[storage]')]),
    ...(old === undefined ? [] : validateUpdate(claim, old)),
  ];
};

function validateUpdate(claim: JsonObject, old: JsonObject): FieldError[] {
  const [spec, oldSpec] = [objectIn(claim, 'spec'), objectIn(old, 'spec')];
  const size = storage(requestsOf(spec));
  const status = objectIn(old, 'status');
  const isSmaller =
    size !== undefined &&
    compareQuantities(size, storage(requestsOf(oldSpec)) ?? '0') < 0 &&
    compareQuantities(size, storage(objectIn(status, 'capacity')) ?? '0') <= 0;
  return [
    ...(deepEqual(withoutAllowedChanges(claim, old), oldSpec) ? [] : [forbidden('spec', immutable)]),
    ...(isSmaller
      ? [forbidden('spec.resources.requests.storage', 'field can not be less than status.capacity')]
      : []),
  ];
}

/** The spec with the old values of what may change: a binding is set once, and a bound claim can grow. */
function withoutAllowedChanges(claim: JsonObject, old: JsonObject): JsonObject {
  const oldSpec = objectIn(old, 'spec');
  const spec = { ...objectIn(claim, 'spec') };
  if ((oldSpec['volumeName'] ?? '') === '') keepOld(oldSpec, spec, 'volumeName');
  const className = spec['storageClassName'];
  const byAnnotation = objectIn(metadataIn(old), 'annotations')[classAnnotation] ?? className;
  if (className !== undefined && oldSpec['storageClassName'] === undefined && byAnnotation === className)
    keepOld(oldSpec, spec, 'storageClassName');
  if (objectIn(old, 'status')['phase'] === 'Bound') {
    keepOld(oldSpec, spec, 'volumeAttributesClassName');
    const requests = { ...requestsOf(spec) };
    keepOld(requestsOf(oldSpec), requests, 'storage');
    spec['resources'] = { ...objectIn(spec, 'resources'), requests };
  }
  return spec;
}

function keepOld(from: JsonObject, to: JsonObject, name: string): void {
  if (from[name] === undefined) delete to[name];
  else to[name] = from[name];
}

function requestsOf(spec: JsonObject): JsonObject {
  return objectIn(objectIn(spec, 'resources'), 'requests');
}

function storage({ storage: amount }: JsonObject): string | undefined {
  return typeof amount === 'string' ? amount : undefined;
}

function objectIn(object: JsonObject, name: string): JsonObject {
  const value = object[name];
  return isObject(value) ? value : {};
}
