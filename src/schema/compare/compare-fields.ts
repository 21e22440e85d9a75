import type { JSONSchemaProps } from '../../kubernetes/json-schema.ts';
import { breaking, type Change, safe } from './change.ts';

type Compare = (before: JSONSchemaProps, after: JSONSchemaProps, path: string) => Change[];

/** Fields that came, went or changed, and which of them must be set. */
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
    if (!keepsUnknown(before)) return [safe('field-added', path, 'a new field')];
    const message = 'whatever stood there was kept; now it has to fit the schema of a field';
    return [breaking('field-narrowed', path, message)];
  }
  if (was === undefined) return [];
  if (keepsUnknown(after))
    return [safe('validation-loosened', path, 'the field is not described; what stands there is kept')];
  return [
    breaking(
      'field-removed',
      path,
      'the field is gone: its values are dropped, also from objects that are stored',
    ),
  ];
}

/** A field may be described by its name, or as one value of a map. */
function schemaOf(
  name: string,
  { additionalProperties, properties }: JSONSchemaProps,
): JSONSchemaProps | undefined {
  if (properties !== undefined && Object.hasOwn(properties, name)) return properties[name];
  return typeof additionalProperties === 'object' ? additionalProperties : undefined;
}

function keepsUnknown(schema: JSONSchemaProps): boolean {
  return schema['x-kubernetes-preserve-unknown-fields'] === true;
}

/** The values of maps: fields whose names are not known. */
function compareRest(
  before: JSONSchemaProps,
  after: JSONSchemaProps,
  path: string,
  compare: Compare,
): Change[] {
  const [was, is] = [before.additionalProperties, after.additionalProperties];
  if (was !== undefined && is !== undefined) return compare(was, is, `${path}{}`);
  if (was !== undefined && !keepsUnknown(after))
    return [breaking('field-removed', `${path}{}`, 'fields of any name were kept, and are dropped')];
  if (is === undefined || was !== undefined) return [];
  if (!keepsUnknown(before)) return [safe('field-added', `${path}{}`, 'fields of any name are kept')];
  return [
    breaking(
      'field-narrowed',
      `${path}{}`,
      'whatever stood there was kept; now all values have to fit one schema',
    ),
  ];
}

function compareRequired(before: JSONSchemaProps, after: JSONSchemaProps, path: string): Change[] {
  const names = new Set([...(before.required ?? []), ...(after.required ?? [])]);
  return [...names].flatMap((name) => {
    const [was, is] = [before, after].map((schema) => mustBeSet(name, schema));
    if (was === is) return [];
    const at = `${path}.${name}`;
    return is
      ? breaking('field-required', at, 'it must be set: objects without it are refused')
      : safe('field-optional', at, 'it may be left out');
  });
}

/** What has a default is never missing. */
function mustBeSet(name: string, { properties = {}, required = [] }: JSONSchemaProps): boolean {
  return required.includes(name) && properties[name]?.default === undefined;
}
