import { dynType, objectType, type ObjectType, stringType } from '../cel/types/type.ts';

/** The type of an operation of a JSON patch. */
export const jsonPatchType = objectType('JSONPatch', {
  op: stringType,
  path: stringType,
  from: stringType,
  value: dynType,
});

/** The type of an apply configuration; its fields are checked against the schema only when it is applied. */
export const objectPatchType: ObjectType = openType('Object');

/** The types of which mutations create objects: `JSONPatch`, `Object`, and `Object.spec` for a field of it. */
export function patchStruct(name: string): ObjectType | undefined {
  if (name === jsonPatchType.name) return jsonPatchType;
  return /^Object(?:\..*)?$/s.test(name) ? openType(name) : undefined;
}

function openType(name: string): ObjectType {
  return { ...objectType(name, {}), isOpen: true };
}
