import type { JSONSchemaProps } from '@opgen/rules/schema';
import type { Change } from '../../kubernetes/change.ts';
import { schemaKeywords } from '../../markers/registry.ts';
import { compareFields } from './compare-fields.ts';
import { liftAllOf } from './lift-all-of.ts';
import { compareTypes, typeName } from './compare-types.ts';

/**
 * The changes from one schema to another, for clients and stored objects of the first.
 *
 * Descriptions are not compared. Where opgen cannot decide whether all old values are still accepted, as with two
 * regular expressions, it reports a breaking change.
 */
export function compareSchemas(oldSchema: JSONSchemaProps, newSchema: JSONSchemaProps, path = ''): Change[] {
  const [before, after] = [liftAllOf(oldSchema), liftAllOf(newSchema)];
  const ofType = compareTypes(before, after, path);
  // Limits of numbers have no meaning for strings, so nothing else of an incompatible type is compared.
  if (typeName(before) !== typeName(after) && ofType.some(({ severity }) => severity === 'breaking'))
    return ofType;
  return [
    ...ofType,
    ...schemaKeywords.flatMap((keyword) => keyword.compare?.(before, after, path) ?? []),
    ...compareFields(before, after, path, compareSchemas),
    ...compareItems(before, after, path),
  ];
}

function compareItems(before: JSONSchemaProps, after: JSONSchemaProps, path: string): Change[] {
  if (before.items === undefined || after.items === undefined) return [];
  return compareSchemas(before.items, after.items, `${path}[]`);
}
