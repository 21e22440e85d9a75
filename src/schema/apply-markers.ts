import type { Diagnostic } from '../diagnostics.ts';
import type { JSONSchemaProps } from '../kubernetes/json-schema.ts';
import type { Limits } from '../markers/define-marker.ts';
import type { Marker } from '../markers/marker.ts';

/** Keywords that a type and a field may both set: then both hold. */
const constraints = [
  'minimum',
  'maximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'pattern',
  'format',
  'minItems',
  'maxItems',
  'minProperties',
  'maxProperties',
] as const satisfies readonly (keyof JSONSchemaProps)[];

/** Applies the markers of a type or a field to the schema that its type already has. */
export function applyMarkers(
  base: JSONSchemaProps,
  markers: readonly Marker[],
  what: string,
  problems: Diagnostic[],
): JSONSchemaProps {
  if (markers.length === 0) return base;
  const own = markers.filter(({ itemsDepth }) => itemsDepth === 0);
  const ofItems = markers.filter(({ itemsDepth }) => itemsDepth > 0);
  let schema = combine(base, byPriority(own), what, problems);
  if (ofItems.length > 0) schema = applyToItems(schema, ofItems, what, problems);
  return schema;
}

function applyToItems(
  schema: JSONSchemaProps,
  markers: readonly Marker[],
  what: string,
  problems: Diagnostic[],
): JSONSchemaProps {
  const { additionalProperties, items } = schema;
  const inner = markers.map((marker) => ({ ...marker, itemsDepth: marker.itemsDepth - 1 }));
  if (items !== undefined)
    return { ...schema, items: applyMarkers(items, inner, `the items of ${what}`, problems) };
  if (additionalProperties !== undefined) {
    const values = applyMarkers(additionalProperties, inner, `the values of ${what}`, problems);
    return { ...schema, additionalProperties: values };
  }
  for (const marker of markers) problems.push(mismatch(marker, 'the items of lists and maps', what, schema));
  return schema;
}

function combine(
  base: JSONSchemaProps,
  markers: readonly Marker[],
  what: string,
  problems: Diagnostic[],
): JSONSchemaProps {
  const { 'x-kubernetes-validations': rules = [], ...bare } = base;
  for (const keyword of constraints) if (base[keyword] !== undefined) delete bare[keyword];
  let schema: JSONSchemaProps = bare;
  for (const marker of markers) {
    const { applyToSchema, limits, misfit } = marker.definition;
    if (limits !== undefined && !fits(schema, limits)) {
      problems.push(mismatch(marker, limits, what, schema));
      continue;
    }
    const refusal = misfit?.(schema, marker.value);
    if (refusal !== undefined) {
      const message = `+${marker.name} does not fit ${what}: ${refusal.message}`;
      const { hint } = refusal;
      problems.push({ code: 'OPG1113', severity: 'error', message, hint, place: marker.place });
      continue;
    }
    if (applyToSchema === undefined) continue;
    if (base.enum !== undefined && marker.definition.name === 'validation:Enum') {
      problems.push({
        code: 'OPG1112',
        severity: 'error',
        message: `the type of ${what} already lists its values`,
        hint: 'remove the marker, or narrow the type',
        place: marker.place,
      });
      continue;
    }
    schema = applyToSchema(schema, marker.value);
  }

  const ofType: JSONSchemaProps = {};
  const ofField: JSONSchemaProps = {};
  const result: JSONSchemaProps = { ...schema };
  for (const keyword of constraints) {
    // Limits of another type say nothing of this one.
    const inherited = schema.type === base.type ? base[keyword] : undefined;
    const added = schema[keyword];
    if (inherited === undefined) continue;
    if (added === undefined || added === inherited) {
      Object.assign(result, { [keyword]: inherited });
      continue;
    }
    Object.assign(ofType, { [keyword]: inherited });
    Object.assign(ofField, { [keyword]: added });
    delete result[keyword];
  }
  if (Object.keys(ofType).length > 0) result.allOf = [...(base.allOf ?? []), ofType, ofField];
  const allRules = [...(schema['x-kubernetes-validations'] ?? []), ...rules];
  if (allRules.length > 0) result['x-kubernetes-validations'] = allRules;
  return result;
}

function byPriority(markers: readonly Marker[]): Marker[] {
  return markers.toSorted((a, b) => (a.definition.priority ?? 10) - (b.definition.priority ?? 10));
}

function fits(schema: JSONSchemaProps, limits: Limits): boolean {
  switch (limits) {
    case 'numbers':
      return schema.type === 'integer' || schema.type === 'number';
    case 'text':
      return schema.type === 'string' || schema['x-kubernetes-int-or-string'] === true;
    case 'lists':
      return schema.type === 'array';
    case 'objects':
      return schema.type === 'object';
  }
}

function mismatch(marker: Marker, limits: string, what: string, schema: JSONSchemaProps): Diagnostic {
  const kind = schema.type ?? (schema['x-kubernetes-int-or-string'] ? 'number or text' : 'any value');
  return {
    code: 'OPG1111',
    severity: 'error',
    message: `+${marker.name} is for ${limits}, and ${what} is of type ${kind}`,
    hint: 'remove the marker, or change the type',
    place: marker.place,
  };
}
