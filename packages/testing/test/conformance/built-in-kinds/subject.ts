import { deepCopy, isObject, type JsonObject } from '@opgen/rules/json';

/** Values by JSON pointer; null removes the field. */
export type Change = Readonly<Record<string, unknown>>;

/** Which objects of a built-in kind the suite sends. */
export interface Subject {
  /** `<group>/<plural>`. */
  readonly table: string;
  /** Set for the second and further objects of a kind. */
  readonly variant?: string;
  readonly version: string;
  readonly kind: string;
  readonly isNamespaced: boolean;
  /** An object that the server accepts, without its name. */
  readonly valid: JsonObject;
  /** Changes to the valid object before it is created. */
  readonly creates: readonly Change[];
  /** Changes to the stored object. Without it, the kind is only created in a dry run. */
  readonly updates?: readonly Change[];
}

/** The object with a change. */
export function changed(object: JsonObject, change: Change): JsonObject {
  const copy = deepCopy(object);
  for (const [pointer, value] of Object.entries(change)) {
    const keys = pointer
      .slice(1)
      .split('/')
      .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
    set(copy, keys, value);
  }
  return copy;
}

function set(object: JsonObject, [key = '', ...rest]: readonly string[], value: unknown): void {
  if (rest.length > 0) {
    const inner = object[key];
    if (!isObject(inner) && !Array.isArray(inner)) object[key] = {};
    set(object[key] as JsonObject, rest, value);
  } else if (value === null) delete object[key];
  else object[key] = value;
}
