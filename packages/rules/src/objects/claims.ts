import { forbidden, oneOf, required } from '../field-errors.ts';
import { deepEqual, isObject, type JsonObject } from '../json.ts';
import type { Validation } from './validation.ts';

const modes = ['ReadOnlyMany', 'ReadWriteMany', 'ReadWriteOnce', 'ReadWriteOncePod'];

export const validateClaim: Validation = ({ spec }, old) => {
  if (!isObject(spec)) return [];
  const accessModes: unknown[] = Array.isArray(spec['accessModes']) ? spec['accessModes'] : [];
  const resources = isObject(spec['resources']) ? spec['resources'] : {};
  const requests = isObject(resources['requests']) ? resources['requests'] : {};
  const isChanged = old !== undefined && !deepEqual(fixedPart(spec), fixedPart(old['spec']));
  const detail =
    'spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims';
  return [
    ...(accessModes.length === 0 ? [required('spec.accessModes', 'at least 1 access mode is required')] : []),
    ...accessModes.flatMap((mode) => oneOf(mode, modes, 'spec.accessModes')),
    ...('storage' in requests ? [] : [required('spec.resources[storage]')]),
    ...(isChanged ? [forbidden('spec', detail)] : []),
  ];
};

/** Without what may change, and without what a binding fills in later. */
function fixedPart(spec: unknown): JsonObject {
  const {
    resources: _,
    volumeAttributesClassName: __,
    volumeName: ___,
    ...fixed
  } = isObject(spec) ? spec : {};
  return fixed;
}
