import { type JSONSchemaProps, valueSchema } from '@opgen/rules/schema';
import type { Json } from '@opgen/rules/json';
import type { Facts } from './facts.ts';
import { runtimeTypes } from './runtime-types.ts';
import type { TypeDocs } from './type-docs.ts';

const meta = 'io.k8s.apimachinery.pkg.apis.meta';

/** Groups whose schemas are not under `io.k8s.api`. */
const otherRoots: Readonly<Record<string, string>> = {
  meta,
  apiextensions: 'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions',
  apiregistration: 'io.k8s.kube-aggregator.pkg.apis.apiregistration',
};

/** Types for which the OpenAPI document has a less precise schema. */
const special: Readonly<Record<string, JSONSchemaProps | undefined>> = {
  'io.k8s.apimachinery.pkg.api.resource.Quantity': runtimeTypes['Quantity'],
  'io.k8s.apimachinery.pkg.util.intstr.IntOrString': runtimeTypes['IntOrString'],
  'io.k8s.apimachinery.pkg.runtime.RawExtension': runtimeTypes['RawExtension'],
  'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSON': runtimeTypes['JSONValue'],
  [`${meta}.v1.Condition`]: runtimeTypes['Condition'],
  [`${meta}.v1.ObjectMeta`]: runtimeTypes['ObjectMeta'],
  [`${meta}.v1.Time`]: runtimeTypes['Time'],
  [`${meta}.v1.MicroTime`]: runtimeTypes['MicroTime'],
};

/** The schema name of a type that is imported from `@opgen/runtime/kinds/<group>/<version>`. */
export function schemaOfKind(facts: Facts, group: string, version: string, type: string): string | undefined {
  const name = `${otherRoots[group] ?? `io.k8s.api.${group}`}.${version}.${type}`;
  return name in facts.schemas ? name : undefined;
}

/** The schema name of a type of `@kubernetes/client-node`, such as `V1ServicePort` or `CoreV1Event`. */
export function schemaOfClientNodeType(facts: Facts, type: string): string | undefined {
  const [, group = '', version = '', name] =
    /^([A-Z][a-z]+)?(V\d(?:alpha\d|beta\d)?)([A-Z]\w*)$/.exec(type) ?? [];
  if (name === undefined) return undefined;
  const end = `.${version.toLowerCase()}.${name}`;
  const candidates = Object.keys(facts.schemas).filter((id) => id.endsWith(end));
  const ofGroup =
    group === '' ? candidates : candidates.filter((id) => id.includes(`.${group.toLowerCase()}.`));
  return ofGroup.find((id) => id.includes('.core.')) ?? ofGroup[0];
}

/** The types that a module of `@opgen/runtime/kinds` exports, for suggestions. */
export function typesOfModule(facts: Facts, group: string, version: string): string[] {
  const start = `${otherRoots[group] ?? `io.k8s.api.${group}`}.${version}.`;
  return Object.keys(facts.schemas).flatMap((id) => (id.startsWith(start) ? [id.slice(start.length)] : []));
}

/** The modules of `@opgen/runtime/kinds` that export a type, stable versions first and the core group before others. */
export function modulesOfType(facts: Facts, type: string): string[] {
  const roots = new Map(Object.entries(otherRoots).map(([group, root]) => [root, group]));
  const modules = Object.keys(facts.schemas).flatMap((id) => {
    const [, root = '', version = '', name] = /^(.+)\.(v\d\w*)\.(\w+)$/.exec(id) ?? [];
    const group = roots.get(root) ?? /^io\.k8s\.api\.(\w+)$/.exec(root)?.[1];
    return name === type && group !== undefined ? [{ group, version }] : [];
  });
  return modules
    .toSorted((a, b) => rank(a) - rank(b))
    .map(({ group, version }) => `@opgen/runtime/kinds/${group}/${version}`);
}

function rank({ group, version }: { group: string; version: string }): number {
  return (/^v\d+$/.test(version) ? 0 : 2) + (group === 'core' ? 0 : 1);
}

const made = new WeakMap<Facts, Map<string, JSONSchemaProps>>();

/**
 * The structural schema of a built-in type, with references resolved. The cache shares nested schemas, so callers must
 * not change them.
 */
export function builtInSchema(facts: Facts, name: string): JSONSchemaProps {
  const schemas = made.get(facts) ?? new Map<string, JSONSchemaProps>();
  const schema = schemas.get(name) ?? schemaNamed(facts, name, []);
  made.set(facts, schemas.set(name, schema));
  return { ...schema };
}

/** All fields of the metadata of an object. A template inside a spec has fewer: `builtInSchema` returns those. */
export function schemaOfMetadata(facts: Facts): JSONSchemaProps {
  return structural(facts, facts.schemas[`${meta}.v1.ObjectMeta`] ?? {}, []);
}

function schemaNamed(facts: Facts, name: string, within: readonly string[]): JSONSchemaProps {
  const known = special[name];
  if (known !== undefined) return documented(known, facts.docsOf?.(name));
  const schema = facts.schemas[name];
  if (schema === undefined || within.includes(name)) return { 'x-kubernetes-preserve-unknown-fields': true };
  return documented(structural(facts, schema, [...within, name]), facts.docsOf?.(name));
}

/** The description of a field takes precedence over the description of its type. */
function documented(schema: JSONSchemaProps, docs: TypeDocs | undefined): JSONSchemaProps {
  if (docs === undefined) return schema;
  const { description = schema.description, fields } = docs;
  const properties = Object.entries(schema.properties ?? {}).map(([name, property]) => {
    const text = fields[name] ?? property.description;
    return [name, text === undefined ? property : { ...property, description: text }] as const;
  });
  return {
    ...schema,
    ...(description !== undefined && { description }),
    ...(schema.properties !== undefined && { properties: Object.fromEntries(properties) }),
  };
}

function structural(facts: Facts, schema: JSONSchemaProps, within: readonly string[]): JSONSchemaProps {
  const reference = schema.$ref ?? schema.allOf?.[0]?.$ref;
  if (reference !== undefined) {
    return schemaNamed(facts, reference.slice(reference.lastIndexOf('/') + 1), within);
  }
  const result: JSONSchemaProps = {};
  if (schema.type !== undefined) result.type = schema.type;
  else result['x-kubernetes-preserve-unknown-fields'] = true;
  if (schema.format !== undefined) result.format = schema.format;
  if (isMeant(schema.default)) result.default = schema.default;
  if (schema.items !== undefined) result.items = structural(facts, schema.items, within);
  const values = valueSchema(schema);
  if (values !== undefined) result.additionalProperties = structural(facts, values, within);
  if (schema.properties !== undefined) {
    result.properties = {};
    for (const [key, property] of Object.entries(schema.properties)) {
      const converted = structural(facts, property, within);
      const isOptional = !schema.required?.includes(key);
      if (isOptional && isPlain(property.default)) converted.default = property.default;
      result.properties[key] = converted;
    }
  }
  if (schema.required !== undefined) result.required = schema.required.toSorted();
  for (const key of [
    'x-kubernetes-list-type',
    'x-kubernetes-list-map-keys',
    'x-kubernetes-map-type',
  ] as const) {
    if (schema[key] !== undefined) Object.assign(result, { [key]: schema[key] });
  }
  return result;
}

/** OpenAPI lists Go's zero value as the default of every required field. Only other values are real defaults. */
function isMeant(value: unknown): value is Json {
  const isEmptyObject = typeof value === 'object' && value !== null && Object.keys(value).length === 0;
  return value !== undefined && value !== '' && value !== 0 && value !== false && !isEmptyObject;
}

/** OpenAPI lists a default for an optional field only if Kubernetes sets it, so a zero value is a real default. */
function isPlain(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}
