import type { Json } from '../../kubernetes/json.ts';
import type { JSONSchemaProps } from '../../kubernetes/json-schema.ts';
import { breaking, type Change, safe } from './change.ts';

/** Values that are listed. */
export function compareValues(before: JSONSchemaProps, after: JSONSchemaProps, path: string): Change[] {
  const [was, is] = [before.enum, after.enum];
  if (was === undefined && is === undefined) return [];
  if (was === undefined)
    return [breaking('validation-added', path, `values other than ${list(is ?? [])} are refused`)];
  if (is === undefined)
    return [safe('validation-loosened', path, `values other than ${list(was)} are accepted`)];
  const gone = missing(was, is);
  const added = missing(is, was);
  return [
    ...(gone.length > 0
      ? [breaking('validation-tightened', path, `${list(gone)} is no longer accepted`)]
      : []),
    ...(added.length > 0 ? [safe('validation-loosened', path, `${list(added)} is accepted`)] : []),
  ];
}

function missing(from: readonly Json[], there: readonly Json[]): Json[] {
  const known = new Set(there.map((value) => JSON.stringify(value)));
  return from.filter((value) => !known.has(JSON.stringify(value)));
}

function list(values: readonly Json[]): string {
  return values.map((value) => JSON.stringify(value)).join(', ');
}
