import type { JSONSchemaProps } from '@opgen/rules/schema';
import { runtimeTypes } from '../kubernetes/runtime-types.ts';

/** Types of `@opgen/runtime` that replace a generated interface if the schemas are equal. */
const names = ['Condition', 'LabelSelector'] as const;

const byShape = new Map<string, string>(names.map((name) => [shapeOf(runtimeTypes[name] ?? {}), name]));

export function knownObject(schema: JSONSchemaProps): string | undefined {
  return byShape.get(shapeOf(schema));
}

/** Equal for schemas that differ only in descriptions, in the order of their keys or in that of required fields. */
function shapeOf(schema: unknown): string {
  return JSON.stringify(shape(schema));
}

function shape(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shape);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(
    ([key, inner]) => key !== 'description' || typeof inner !== 'string',
  );
  return Object.fromEntries(
    entries
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([key, inner]) => [
        key,
        shape(key === 'required' && Array.isArray(inner) ? inner.toSorted() : inner),
      ]),
  );
}
