import { isDeepStrictEqual } from 'node:util';
import { type JSONSchemaProps, valueSchema } from '@opgen/rules/schema';
import type { Diagnostic } from '../diagnostics.ts';
import type { SchemaFamily } from '../markers/define-marker.ts';
import type { KeywordName, SchemaKeyword } from '../markers/keywords/keyword.ts';
import type { Marker } from '../markers/marker.ts';
import { schemaKeywords } from '../markers/registry.ts';
import { markerContradictsType, markerDoesNotFitType } from './diagnostics.ts';

/** The keywords of a type that those of a field are added to. A field replaces all others. */
const keywordsToCombine = schemaKeywords.filter(({ combine = 'field' }) => combine !== 'field');

/** Applies the markers of a type or a field to the schema of its type. */
export function applyMarkers(
  base: JSONSchemaProps,
  markers: readonly Marker[],
  subject: string,
  problems: Diagnostic[],
): JSONSchemaProps {
  if (markers.length === 0) return base;
  const own = markers.filter(({ itemsDepth }) => itemsDepth === 0);
  const ofItems = markers.filter(({ itemsDepth }) => itemsDepth > 0);
  const inherited = keywordsToCombine.filter((keyword) => namesOf(keyword).some((name) => name in base));
  const ofField = applyInOrder(without(inherited, base), own, subject, problems);
  const schema = combineWithType(inherited, base, ofField);
  return ofItems.length === 0 ? schema : applyToItems(schema, ofItems, subject, problems);
}

function applyToItems(
  schema: JSONSchemaProps,
  markers: readonly Marker[],
  subject: string,
  problems: Diagnostic[],
): JSONSchemaProps {
  const [items, values] = [schema.items, valueSchema(schema)];
  const inner = markers.map((marker) => ({ ...marker, itemsDepth: marker.itemsDepth - 1 }));
  if (items !== undefined)
    return { ...schema, items: applyMarkers(items, inner, `the items of ${subject}`, problems) };
  if (values !== undefined) {
    const additionalProperties = applyMarkers(values, inner, `the values of ${subject}`, problems);
    return { ...schema, additionalProperties };
  }
  for (const marker of markers)
    problems.push(wrongFamily(marker, 'the items of lists and maps', subject, schema));
  return schema;
}

function applyInOrder(
  start: JSONSchemaProps,
  markers: readonly Marker[],
  subject: string,
  problems: Diagnostic[],
): JSONSchemaProps {
  let schema = start;
  for (const marker of byPriority(markers)) {
    const { limits, reject } = marker.definition;
    if (limits !== undefined && !isOfFamily(schema, limits)) {
      problems.push(wrongFamily(marker, limits, subject, schema));
      continue;
    }
    const rejection = reject?.(schema, marker.value);
    if (rejection !== undefined) {
      const { diagnostic = markerContradictsType, hint } = rejection;
      const message = `+${marker.name} cannot be applied to ${subject}: ${rejection.message}`;
      problems.push(diagnostic({ message, hint, place: marker.place }));
      continue;
    }
    schema = applyOne(schema, marker);
  }
  return schema;
}

function applyOne(schema: JSONSchemaProps, { definition, value }: Marker): JSONSchemaProps {
  const { applyToSchema, keyword } = definition;
  if (applyToSchema !== undefined) return applyToSchema(schema, value);
  return keyword === undefined ? schema : { ...schema, [keyword.name]: value };
}

function without(keywords: readonly SchemaKeyword[], base: JSONSchemaProps): JSONSchemaProps {
  if (keywords.length === 0) return base;
  const schema = { ...base };
  for (const name of keywords.flatMap(namesOf)) delete schema[name];
  return schema;
}

/** Adds the keywords that only the type has so far to those of the field. */
function combineWithType(
  keywords: readonly SchemaKeyword[],
  ofType: JSONSchemaProps,
  ofField: JSONSchemaProps,
): JSONSchemaProps {
  if (keywords.length === 0) return ofField;
  const result: JSONSchemaProps = { ...ofField };
  const branches: [JSONSchemaProps, JSONSchemaProps] = [{}, {}];
  for (const keyword of keywords) {
    const { combine, name } = keyword;
    if (combine === 'concatenate') concatenate(result, name, ofType[name]);
    // The limits of one type have no meaning for another.
    if (combine !== 'both' || ofType.type !== ofField.type) continue;
    const [typeValue, fieldValue] = [ofType[name], ofField[name]];
    const differ = typeValue !== undefined && fieldValue !== undefined;
    if (!differ || isDeepStrictEqual(typeValue, fieldValue)) {
      Object.assign(result, merged(keyword, ofType, ofField));
      continue;
    }
    for (const [index, side] of [ofType, ofField].entries())
      Object.assign(branches[index] ?? {}, keywordWithModifier(keyword, side));
    for (const part of namesOf(keyword)) delete result[part];
  }
  if (Object.keys(branches[0]).length > 0) result.allOf = [...(result.allOf ?? []), ...branches];
  return result;
}

function concatenate(result: JSONSchemaProps, name: KeywordName, ofType: unknown): void {
  const ofField: unknown = result[name];
  const all = [ofField, ofType].flatMap((values) => (Array.isArray(values) ? (values as unknown[]) : []));
  if (all.length > 0) Object.assign(result, { [name]: all });
}

/** A keyword that only one of type and field sets, or both to the same value, with the modifier of either. */
function merged(keyword: SchemaKeyword, ofType: JSONSchemaProps, ofField: JSONSchemaProps): JSONSchemaProps {
  const both = { ...keywordWithModifier(keyword, ofType), ...keywordWithModifier(keyword, ofField) };
  const { modifier } = keyword;
  if (modifier === undefined || both[modifier] === undefined) return both;
  return { ...both, [modifier]: ofType[modifier] === true || ofField[modifier] === true };
}

function keywordWithModifier(keyword: SchemaKeyword, schema: JSONSchemaProps): JSONSchemaProps {
  const set = namesOf(keyword).filter((name) => schema[name] !== undefined);
  return Object.fromEntries(set.map((name) => [name, schema[name]]));
}

function namesOf({ modifier, name }: SchemaKeyword): KeywordName[] {
  return modifier === undefined ? [name] : [name, modifier];
}

function byPriority(markers: readonly Marker[]): Marker[] {
  return markers.toSorted((a, b) => (a.definition.priority ?? 10) - (b.definition.priority ?? 10));
}

function isOfFamily(schema: JSONSchemaProps, family: SchemaFamily): boolean {
  switch (family) {
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

function wrongFamily(marker: Marker, family: string, subject: string, schema: JSONSchemaProps): Diagnostic {
  const type = schema.type ?? (schema['x-kubernetes-int-or-string'] ? 'integer or string' : 'any');
  return markerDoesNotFitType({
    message: `+${marker.name} applies to ${family}, but ${subject} is of type ${type}`,
    hint: 'remove the marker, or change the type',
    place: marker.place,
  });
}
