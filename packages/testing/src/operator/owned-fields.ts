import { deepEqual, isObject, type JsonObject, metadataIn, objectsIn } from '@opgen/rules/json';

/** A scalar field and its value. */
export interface OwnedField {
  /** A JSON pointer. */
  readonly path: string;
  readonly value: string | number | boolean;
}

const notDesired = new Set(['apiVersion', 'kind', 'metadata', 'status']);

/**
 * The fields of an object that these managers own, without metadata and status. The keys of list elements are left out:
 * changing one adds another element.
 */
export function ownedFields(object: JsonObject, managers: ReadonlySet<string>): OwnedField[] {
  const found = new Map<string, OwnedField>();
  for (const { manager, subresource, fieldsV1 } of objectsIn(metadataIn(object)['managedFields'])) {
    if (!managers.has(String(manager)) || subresource !== undefined || !isObject(fieldsV1)) continue;
    for (const [step, owned] of Object.entries(fieldsV1)) {
      const field = step.slice('f:'.length);
      if (notDesired.has(field)) continue;
      for (const one of fieldsIn(owned, object[field], pointer('', field))) found.set(one.path, one);
    }
  }
  return [...found.values()];
}

/** `owned` has a step for each part that is owned: `f:` a field, `k:` a list element by its keys. */
function fieldsIn(owned: unknown, value: unknown, path: string): OwnedField[] {
  const steps = isObject(owned) ? Object.entries(owned) : [];
  if (steps.length === 0) return scalarsIn(value, path);
  return steps.flatMap(([step, part]) => {
    const name = step.slice(2);
    if (step.startsWith('f:') && isObject(value)) return fieldsIn(part, value[name], pointer(path, name));
    if (step.startsWith('k:') && Array.isArray(value))
      return elementFields(part, value, JSON.parse(name), path);
    return [];
  });
}

function elementFields(owned: unknown, list: readonly unknown[], keys: unknown, path: string): OwnedField[] {
  if (!isObject(keys) || !isObject(owned)) return [];
  const index = list.findIndex(
    (each) => isObject(each) && Object.entries(keys).every(([key, value]) => deepEqual(each[key], value)),
  );
  const others = Object.entries(owned).filter(
    ([step]) => step !== '.' && !Object.hasOwn(keys, step.slice(2)),
  );
  if (others.length === 0) return [];
  return fieldsIn(Object.fromEntries(others), list[index], pointer(path, index));
}

/** An atomic list or map is owned as a whole. */
function scalarsIn(value: unknown, path: string): OwnedField[] {
  if (Array.isArray(value)) return value.flatMap((each, index) => scalarsIn(each, pointer(path, index)));
  if (isObject(value))
    return Object.entries(value).flatMap(([field, each]) => scalarsIn(each, pointer(path, field)));
  const isScalar = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
  return isScalar ? [{ path, value }] : [];
}

function pointer(path: string, step: string | number): string {
  return `${path}/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`;
}
