import { type FieldError, forbidden, invalid, oneOf, required } from '../field-errors.ts';
import { deepEqual, isObject, type JsonObject, metadataIn } from '../json.ts';
import { compareQuantities } from '../quantity.ts';
import { validateLabelSelector } from '../selectors/validate-label-selector.ts';
import { validateAccessModes } from './access-modes.ts';
import {
  dns1123Subdomain,
  immutable,
  objectIn,
  optionalText,
  positiveQuantity,
  requiredText,
  textIn,
  textsIn,
} from './fields.ts';
import type { Validation } from './validation.ts';

const immutableSpec =
  'spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims';
const classAnnotation = 'volume.beta.kubernetes.io/storage-class';

export const validateClaim: Validation = (claim, old) => {
  return [
    ...validateClaimSpec(objectIn(claim, 'spec'), 'spec'),
    ...(old === undefined ? [] : validateUpdate(claim, old)),
  ];
};

/** The rules for the spec of a claim, also in a template. */
export function validateClaimSpec(spec: JsonObject, path: string): FieldError[] {
  const requests = requestsOf(spec);
  const { dataSource, dataSourceRef } = spec;
  return [
    ...validateAccessModes(
      textsIn(spec['accessModes']),
      `${path}.accessModes`,
      'at least 1 access mode is required',
    ),
    ...validateLabelSelector(spec['selector'], `${path}.selector`),
    ...('storage' in requests
      ? positiveQuantity(requests['storage'], `${path}.resources[storage]`)
      : [required(`${path}.resources[storage]`)]),
    ...optionalText(textIn(spec, 'storageClassName'), `${path}.storageClassName`, dns1123Subdomain),
    ...oneOf(spec['volumeMode'], ['Block', 'Filesystem'], `${path}.volumeMode`),
    ...optionalText(
      textIn(spec, 'volumeAttributesClassName'),
      `${path}.volumeAttributesClassName`,
      dns1123Subdomain,
    ),
    ...(isObject(dataSource) ? validateDataSource(dataSource, `${path}.dataSource`) : []),
    ...(isObject(dataSourceRef) ? validateDataSource(dataSourceRef, `${path}.dataSourceRef`) : []),
  ];
}

function validateDataSource(source: JsonObject, path: string): FieldError[] {
  const [apiGroup, kind] = [textIn(source, 'apiGroup'), textIn(source, 'kind')];
  const rule = "must be 'PersistentVolumeClaim' when referencing the default apiGroup";
  return [
    ...requiredText(textIn(source, 'name'), `${path}.name`),
    ...requiredText(kind, `${path}.kind`),
    ...(apiGroup === '' && kind !== 'PersistentVolumeClaim' ? [invalid(path, kind, rule)] : []),
    ...optionalText(apiGroup, `${path}.apiGroup`, dns1123Subdomain),
  ];
}

function validateUpdate(claim: JsonObject, old: JsonObject): FieldError[] {
  const [spec, oldSpec] = [objectIn(claim, 'spec'), objectIn(old, 'spec')];
  const size = storage(requestsOf(spec));
  const status = objectIn(old, 'status');
  const isSmaller =
    size !== undefined &&
    compareQuantities(size, storage(requestsOf(oldSpec)) ?? '0') < 0 &&
    compareQuantities(size, storage(objectIn(status, 'capacity')) ?? '0') <= 0;
  return [
    ...(deepEqual(withoutAllowedChanges(claim, old), oldSpec) ? [] : [forbidden('spec', immutableSpec)]),
    ...immutable(spec['volumeMode'], oldSpec['volumeMode'], 'volumeMode'),
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
