import { fieldSchema, type JSONSchemaProps, preservesUnknownFields, valueSchema } from '@opgen/rules/schema';
import { type Change, change } from '../../kubernetes/change.ts';

type Compare = (before: JSONSchemaProps, after: JSONSchemaProps, path: string) => Change[];

/** The fields that were added, removed or changed, and those that became required or optional. */
export function compareFields(
  before: JSONSchemaProps,
  after: JSONSchemaProps,
  path: string,
  compare: Compare,
): Change[] {
  const names = new Set([...Object.keys(before.properties ?? {}), ...Object.keys(after.properties ?? {})]);
  const ofFields = [...names].flatMap((name) =>
    compareField(name, before, after, `${path}.${name}`, compare),
  );
  return [...ofFields, ...compareRest(before, after, path, compare), ...compareRequired(before, after, path)];
}

function compareField(
  name: string,
  before: JSONSchemaProps,
  after: JSONSchemaProps,
  path: string,
  compare: Compare,
): Change[] {
  const [was, is] = [before, after].map((schema) => schemaOf(name, schema));
  if (was !== undefined && is !== undefined) return compare(was, is, path);
  if (is !== undefined) {
    if (!preservesUnknownFields(before)) return [change('field-added', path, 'a new field')];
    const message = 'any value was preserved; now the value must match the schema of the field';
    return [change('field-narrowed', path, message)];
  }
  if (was === undefined) return [];
  if (preservesUnknownFields(after))
    return [
      change(
        'validation-loosened',
        path,
        'the field is no longer specified; its values are preserved without validation',
      ),
    ];
  return [
    change('field-removed', path, 'the field was removed: its values are pruned, also from stored objects'),
  ];
}

/** A schema specifies a field by its name, or as any value of a map. */
function schemaOf(name: string, schema: JSONSchemaProps): JSONSchemaProps | undefined {
  return fieldSchema(schema, name) ?? valueSchema(schema);
}

/** The schema of the values of a map; `additionalProperties: true` accepts any value. */
function schemaOfValues(schema: JSONSchemaProps): JSONSchemaProps | undefined {
  return schema.additionalProperties === true ? {} : valueSchema(schema);
}

/** The values of maps: fields with any name. */
function compareRest(
  before: JSONSchemaProps,
  after: JSONSchemaProps,
  path: string,
  compare: Compare,
): Change[] {
  const [was, is] = [schemaOfValues(before), schemaOfValues(after)];
  if (was !== undefined && is !== undefined) return compare(was, is, `${path}{}`);
  if (was !== undefined && !preservesUnknownFields(after))
    return [change('field-removed', `${path}{}`, 'fields with any name were preserved and are now pruned')];
  if (is === undefined || was !== undefined) return [];
  if (!preservesUnknownFields(before))
    return [change('field-added', `${path}{}`, 'fields with any name are accepted')];
  return [
    change('field-narrowed', `${path}{}`, 'any value was preserved; now all values must match one schema'),
  ];
}

function compareRequired(before: JSONSchemaProps, after: JSONSchemaProps, path: string): Change[] {
  const names = new Set([...(before.required ?? []), ...(after.required ?? [])]);
  return [...names].flatMap((name) => {
    const [was, is] = [before, after].map((schema) => isRequired(name, schema));
    if (was === is) return [];
    const at = `${path}.${name}`;
    return is
      ? change('field-required', at, 'the field is required: objects without it are rejected')
      : change('field-optional', at, 'the field is optional');
  });
}

/** The API server sets a field that has a default. */
function isRequired(name: string, { properties = {}, required = [] }: JSONSchemaProps): boolean {
  return required.includes(name) && properties[name]?.default === undefined;
}
