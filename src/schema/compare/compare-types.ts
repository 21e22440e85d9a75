import { knownFormat } from '@opgen/rules/schema';
import type { JSONSchemaProps } from '../../kubernetes/json-schema.ts';
import { breaking, caution, type Change, safe } from './change.ts';

/** What sort of value a schema describes, in words. */
export function sortOf(schema: JSONSchemaProps): string {
  if (schema['x-kubernetes-int-or-string'] === true) return 'integer or string';
  return schema.type ?? 'any value';
}

/** Sorts that hold all values of another. */
const wider: Readonly<Record<string, readonly string[]>> = {
  integer: ['number', 'integer or string', 'any value'],
  string: ['integer or string', 'any value'],
};

export function compareTypes(before: JSONSchemaProps, after: JSONSchemaProps, path: string): Change[] {
  const [was, is] = [sortOf(before), sortOf(after)];
  if (was === is) return compareFormats(before, after, path);
  if ((wider[was] ?? ['any value']).includes(is)) {
    const message = `any ${was} is accepted, and so is every ${is}: clients that read it may meet one`;
    return [caution('type-widened', path, message)];
  }
  return [breaking('type-changed', path, `it was ${was} and is ${is}: values are refused`)];
}

const widerFormats: Readonly<Record<string, readonly string[]>> = { int32: ['int64'], float: ['double'] };

function compareFormats(
  { format: before = '' }: JSONSchemaProps,
  { format: after = '' }: JSONSchemaProps,
  path: string,
): Change[] {
  // Formats that the API server does not know are remarks.
  const [was, is] = [before, after].map((format) => knownFormat(format) ?? '');
  if (was === undefined || is === undefined || was === is) return [];
  if (is === '') return [safe('validation-loosened', path, `the format ${was} is no longer asked for`)];
  if (was === '')
    return [breaking('validation-added', path, `values of another format than ${is} are refused`)];
  if (widerFormats[was]?.includes(is))
    return [safe('validation-loosened', path, `the format is ${is} in place of ${was}`)];
  return [breaking('validation-tightened', path, `the format is ${is} in place of ${was}`)];
}
