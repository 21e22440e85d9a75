import { type FieldError, forbidden } from '../field-errors.ts';
import { deepEqual, type JsonObject, objectsIn } from '../json.ts';
import { objectIn } from './fields.ts';
import { validatePodSpec } from './pod-spec.ts';
import type { Validation } from './validation.ts';

export const validatePod: Validation = (pod, old) => {
  const spec = objectIn(pod, 'spec');
  return [
    ...validatePodSpec(spec, 'spec'),
    ...(old === undefined ? [] : validateUpdate(spec, objectIn(old, 'spec'))),
  ];
};

const immutable =
  'pod updates may not change fields other than `spec.containers[*].image`,`spec.initContainers[*].image`,' +
  '`spec.activeDeadlineSeconds`,`spec.tolerations` (only additions to existing tolerations),' +
  '`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)';

function validateUpdate(spec: JsonObject, old: JsonObject): FieldError[] {
  const detail = 'pod updates may not add or remove containers';
  const resized = ['containers', 'initContainers'].filter(
    (name) => objectsIn(spec[name]).length !== objectsIn(old[name]).length,
  );
  if (resized.length > 0) return resized.map((name) => forbidden(`spec.${name}`, detail));
  return deepEqual(withoutChangeable(spec, old), old) ? [] : [forbidden('spec', immutable)];
}

/** The spec with the old values of what an update may change. */
function withoutChangeable(spec: JsonObject, old: JsonObject): JsonObject {
  const kept = { ...spec };
  keepOld(kept, old, 'activeDeadlineSeconds');
  if (hasAll(spec['tolerations'], old['tolerations'])) keepOld(kept, old, 'tolerations');
  if (Number(old['terminationGracePeriodSeconds']) < 0 && spec['terminationGracePeriodSeconds'] === 1)
    keepOld(kept, old, 'terminationGracePeriodSeconds');
  // Gates of scheduling can only be removed.
  if (hasAll(old['schedulingGates'], spec['schedulingGates'])) keepOld(kept, old, 'schedulingGates');
  for (const name of ['containers', 'initContainers']) {
    if (spec[name] === undefined) continue;
    const before = objectsIn(old[name]);
    kept[name] = objectsIn(spec[name]).map((container, i) => ({ ...container, image: before[i]?.['image'] }));
  }
  return kept;
}

function keepOld(spec: JsonObject, old: JsonObject, name: string): void {
  if (old[name] === undefined) delete spec[name];
  else spec[name] = old[name];
}

function hasAll(list: unknown, wanted: unknown): boolean {
  const items = objectsIn(list);
  return objectsIn(wanted).every((item) => items.some((other) => deepEqual(other, item)));
}
