import type { JSONSchemaProps } from '../../kubernetes/json-schema.ts';
import { breaking, type Change, safe } from './change.ts';
import { compareCombinations } from './compare-combinations.ts';
import { compareDefaults } from './compare-defaults.ts';
import { compareFields } from './compare-fields.ts';
import { compareLimits } from './compare-limits.ts';
import { compareRules } from './compare-rules.ts';
import { compareTopology } from './compare-topology.ts';
import { compareTypes, sortOf } from './compare-types.ts';
import { compareValues } from './compare-values.ts';

/**
 * What changed from one schema to another for those who have values of the first.
 *
 * Prose is not compared. Where it cannot be told whether all old values are still accepted, as with two regular
 * expressions, they are taken not to be.
 */
export function compareSchemas(before: JSONSchemaProps, after: JSONSchemaProps, path = ''): Change[] {
  const ofType = compareTypes(before, after, path);
  // Limits of numbers say nothing of texts: once the type is another, the rest is.
  if (sortOf(before) !== sortOf(after) && ofType.some(({ severity }) => severity === 'breaking'))
    return ofType;
  return [
    ...ofType,
    ...compareNullable(before, after, path),
    ...compareValues(before, after, path),
    ...compareLimits(before, after, path),
    ...compareCombinations(before, after, path),
    ...compareRules(before, after, path),
    ...compareDefaults(before, after, path),
    ...compareTopology(before, after, path),
    ...compareFields(before, after, path, compareSchemas),
    ...compareItems(before, after, path),
  ];
}

function compareNullable(before: JSONSchemaProps, after: JSONSchemaProps, path: string): Change[] {
  const [was, is] = [before, after].map((schema) => schema.nullable === true);
  if (was === is) return [];
  return [
    is
      ? safe('nullable-added', path, 'null is accepted')
      : breaking('nullable-removed', path, 'null is no longer accepted'),
  ];
}

function compareItems(before: JSONSchemaProps, after: JSONSchemaProps, path: string): Change[] {
  if (before.items === undefined || after.items === undefined) return [];
  return compareSchemas(before.items, after.items, `${path}[]`);
}
