import type { JSONSchemaProps } from '@opgen/rules/schema';
import { type Change, change } from '../../kubernetes/change.ts';

/** The type of the values that a schema accepts, in words. */
export function typeName(schema: JSONSchemaProps): string {
  if (schema['x-kubernetes-int-or-string'] === true) return 'integer or string';
  return schema.type ?? 'any value';
}

/** The types that accept all values of another. */
const wider: Readonly<Record<string, readonly string[]>> = {
  integer: ['number', 'integer or string', 'any value'],
  string: ['integer or string', 'any value'],
};

export function compareTypes(before: JSONSchemaProps, after: JSONSchemaProps, path: string): Change[] {
  const [was, is] = [typeName(before), typeName(after)];
  if (was === is) return [];
  const message = `the type changed from ${was} to ${is}`;
  return (wider[was] ?? ['any value']).includes(is)
    ? [change('type-widened', path, `${message}: clients that read the field may not expect the new values`)]
    : [change('type-changed', path, `${message}: existing values are rejected`)];
}
