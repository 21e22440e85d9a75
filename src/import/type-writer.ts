import { compact } from '../kubernetes/compact.ts';
import type { JSONSchemaProps } from '@opgen/rules/schema';
import { runtimeTypes } from '../kubernetes/runtime-types.ts';
import type { KeywordName } from '../markers/keywords/keyword.ts';
import { markersOfSchema } from '../markers/write-marker.ts';
import { docComment } from './doc-comment.ts';
import { layOut } from '../layout/lay-out.ts';
import { stringLiteral } from '../layout/string-literal.ts';
import { fieldOf, itemOf, type Spot, valueOf } from './spot.ts';
import { TypeNames } from './type-names.ts';
import { knownObject } from './known-objects.ts';
import { without } from './without.ts';

/** A TypeScript type, and the keywords of the schema that it expresses. */
interface ExpressedType {
  type: string;
  keywords: readonly KeywordName[];
}

/**
 * Writes the types of one file: an interface for each object schema, with the markers of its fields.
 *
 * Equal object schemas share an interface. Items of lists and values of maps have no place for markers, so a schema
 * that requires markers there becomes a type alias.
 */
export class TypeWriter {
  /** Names of `@opgen/runtime` that the types use, as an import writes them. */
  readonly imports = new Set<string>();
  /** What types and markers cannot express. */
  readonly losses: { path: string; reason: string }[] = [];
  readonly #kind: string;
  readonly #names: TypeNames;
  readonly #declarations: string[] = [];
  readonly #known = new Map<string, string>();

  constructor(kind: string, reserved: Iterable<string>) {
    this.#kind = kind;
    this.#names = new TypeNames([
      kind,
      `Runtime${kind}`,
      ...reserved,
      'Defaults',
      ...Object.keys(runtimeTypes),
    ]);
  }

  /** In the order in which they are first used. */
  get declarations(): readonly string[] {
    return this.#declarations;
  }

  /** A type that expresses the whole schema without markers beside it: for `spec`, list items and map values. */
  whole(schema: JSONSchemaProps, spot: Spot): string {
    const { nullable } = schema;
    const bare = withoutNullInEnum(without(schema, 'default', 'nullable'));
    if (schema.default !== undefined) this.#leave(spot, 'only a field can have a default');
    const orNull = nullable === true ? ' | null' : '';
    if (isInterface(bare)) return `${this.#interface(bare, bare.description, spot)}${orNull}`;
    const expressed = this.#expressed(bare, spot);
    const markers = markersOfSchema(bare, new Set(expressed.keywords));
    if (markers.length === 0 && bare.description === undefined) return `${expressed.type}${orNull}`;
    return `${this.#alias(bare, markers, expressed.type, spot)}${orNull}`;
  }

  /** `Defaults<'size'>`, which names the fields that clients may omit although every object that they read has them. */
  defaults({ properties = {} }: JSONSchemaProps): string[] {
    const fields = Object.keys(properties).filter((name) => properties[name]?.default !== undefined);
    if (fields.length === 0) return [];
    return [`${this.#runtime('Defaults')}<${fields.map(stringLiteral).join(' | ')}>`];
  }

  /** The members of an interface, each with its comment and its markers. */
  members(schema: JSONSchemaProps, spot: Spot): string[] {
    return Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
      const isRequired = schema.required?.includes(name) === true;
      return this.member(name, property, isRequired, fieldOf(spot, name));
    });
  }

  member(name: string, schema: JSONSchemaProps, isRequired: boolean, spot: Spot): string[] {
    const { nullable } = schema;
    const bare = withoutNullInEnum(without(schema, 'nullable'));
    // A field with a default is always present, and only a marker makes it required.
    const isOptional = !isRequired && schema.default === undefined;
    const presence = isRequired && schema.default !== undefined ? ['// +required'] : [];
    const comment = docComment(schema.description);
    const orNull = nullable === true ? ' | null' : '';
    if (isInterface(bare)) {
      const { default: value, description, example, ...object } = bare;
      const type = `${this.#interface(object, description === undefined ? '' : undefined, spot)}${orNull}`;
      const ofField = compact({ default: value, example });
      const ofObject = markersOfSchema(ofField, new Set());
      return [...comment, ...presence, ...ofObject, ...memberLines(name, isOptional, type)];
    }
    const expressed = this.#expressed(bare, spot);
    const markers = markersOfSchema(bare, new Set(expressed.keywords));
    return [
      ...comment,
      ...presence,
      ...markers,
      ...memberLines(name, isOptional, `${expressed.type}${orNull}`),
    ];
  }

  /**
   * Reuses an interface with the same schema. Its comment must match `doc`, unless `doc` is undefined. Types of
   * `@opgen/runtime` have comments of their own.
   */
  #interface(schema: JSONSchemaProps, doc: string | undefined, spot: Spot): string {
    const known = knownObject(schema);
    if (known !== undefined) return this.#runtime(known);
    const shape = without(schema, 'description');
    const key = JSON.stringify(shape);
    const earlier = this.#known.get(doc === undefined ? key : `${doc}\n${key}`);
    if (earlier !== undefined) return earlier;
    const name = this.#names.claim(spot.words);
    if (!this.#known.has(key)) this.#known.set(key, name);
    this.#known.set(`${doc ?? ''}\n${key}`, name);
    const position = this.#declarations.push('') - 1;
    const heritage = this.defaults(schema).map((base) => ` extends ${base}`);
    const lines = [
      ...docComment(doc),
      ...markersOfSchema(shape, new Set<KeywordName>(['type', 'properties', 'required'])),
      ...block(layOut(`export interface ${name}${heritage.join('')} {`), this.members(schema, spot)),
    ];
    this.#declarations[position] = lines.join('\n');
    return name;
  }

  #alias(schema: JSONSchemaProps, markers: readonly string[], type: string, spot: Spot): string {
    const key = `type ${JSON.stringify(schema)}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const name = this.#names.claim(spot.words);
    this.#known.set(key, name);
    if (schema.example !== undefined) this.#leave(spot, 'only a field can have an example');
    const lines = [
      ...docComment(schema.description),
      ...markers.filter((marker) => !marker.startsWith('// +example=')),
      layOut(`export type ${name} = ${type};`),
    ];
    this.#declarations.push(lines.join('\n'));
    return name;
  }

  #expressed(schema: JSONSchemaProps, spot: Spot): ExpressedType {
    if (schema['x-kubernetes-int-or-string'] === true) return this.#intOrString(schema);
    switch (schema.type) {
      case 'string':
        return this.#text(schema);
      case 'boolean':
        return { type: 'boolean', keywords: ['type'] };
      case 'integer':
        return this.#integer(schema);
      case 'number':
        return { type: this.#runtime('Double'), keywords: ['type'] };
      case 'array':
        return this.#list(schema, spot);
      case 'object':
        return this.#map(schema, spot);
      default:
        if (schema['x-kubernetes-preserve-unknown-fields'] !== true)
          this.#leave(spot, 'a value without a type');
        return { type: 'unknown', keywords: ['x-kubernetes-preserve-unknown-fields'] };
    }
  }

  #intOrString({ anyOf, pattern }: JSONSchemaProps): ExpressedType {
    const { pattern: ofQuantity } = runtimeTypes['Quantity'] ?? {};
    const isUsual = anyOf === undefined || isIntOrString(anyOf);
    const keywords: KeywordName[] = [
      'type',
      'x-kubernetes-int-or-string',
      ...(isUsual ? ['anyOf' as const] : []),
    ];
    if (pattern !== undefined && pattern === ofQuantity)
      return { type: this.#runtime('Quantity'), keywords: [...keywords, 'pattern'] };
    return { type: this.#runtime('IntOrString'), keywords };
  }

  #text(schema: JSONSchemaProps): ExpressedType {
    const values = schema.enum ?? [];
    if (values.length > 0 && values.every((value) => typeof value === 'string'))
      return { type: values.map(stringLiteral).join(' | '), keywords: ['type', 'enum'] };
    if (schema.format === 'date-time') return { type: this.#runtime('Time'), keywords: ['type', 'format'] };
    if (schema.format === 'byte') return { type: this.#runtime('Base64'), keywords: ['type', 'format'] };
    return { type: 'string', keywords: ['type'] };
  }

  #integer({ format }: JSONSchemaProps): ExpressedType {
    if (format === 'int32') return { type: this.#runtime('Int32'), keywords: ['type', 'format'] };
    if (format === 'int64') return { type: this.#runtime('Int64'), keywords: ['type', 'format'] };
    return { type: this.#runtime('Integer'), keywords: ['type'] };
  }

  #list({ items = {} }: JSONSchemaProps, spot: Spot): ExpressedType {
    const item = this.whole(items, itemOf(spot));
    return { type: item.includes(' | ') ? `(${item})[]` : `${item}[]`, keywords: ['type', 'items'] };
  }

  #map(schema: JSONSchemaProps, spot: Spot): ExpressedType {
    const { additionalProperties } = schema;
    if (typeof additionalProperties === 'object') {
      const value = this.whole(additionalProperties, valueOf(spot));
      if (value === 'unknown') return this.#openMap(spot);
      return { type: `Record<string, ${value}>`, keywords: ['type', 'additionalProperties'] };
    }
    if (additionalProperties === true) return this.#openMap(spot);
    return { type: 'Record<string, unknown>', keywords: ['type', 'x-kubernetes-preserve-unknown-fields'] };
  }

  /** The API server preserves the values either way; only the schema differs. */
  #openMap(spot: Spot): ExpressedType {
    this.#leave(spot, 'a map of any values becomes an object that preserves unknown fields');
    return { type: 'Record<string, unknown>', keywords: ['type', 'additionalProperties'] };
  }

  /** The name in this file of a type of `@opgen/runtime`: another one if the kind has the same name. */
  #runtime(name: string): string {
    const local = name === this.#kind ? `Runtime${name}` : name;
    this.imports.add(name === local ? name : `${name} as ${local}`);
    return local;
  }

  #leave({ path }: Spot, reason: string): void {
    this.losses.push({ path, reason });
  }
}

/** Whether the schema has named properties, or is an object that preserves nothing and becomes an empty interface. */
function isInterface(schema: JSONSchemaProps): boolean {
  if (schema.type !== 'object' || schema['x-kubernetes-int-or-string'] === true) return false;
  if (schema.properties !== undefined) return true;
  return schema.additionalProperties === undefined && schema['x-kubernetes-preserve-unknown-fields'] !== true;
}

/** The type of a nullable field names null itself. The API server accepts null for no field because its enum has it. */
function withoutNullInEnum(schema: JSONSchemaProps): JSONSchemaProps {
  const { enum: values, ...rest } = schema;
  if (values?.includes(null) !== true) return schema;
  const others = values.filter((value) => value !== null);
  return others.length === 0 ? rest : { ...rest, enum: others };
}

function isIntOrString(branches: readonly JSONSchemaProps[]): boolean {
  const types = branches.map((branch) => (Object.keys(branch).length === 1 ? branch.type : undefined));
  return types.toSorted().join() === 'integer,string';
}

/** Lays out a property for an indentation of two spaces, which the caller adds. */
function memberLines(name: string, isOptional: boolean, type: string): string[] {
  const key = /^[A-Za-z_$][\w$]*$/.test(name) ? name : stringLiteral(name);
  const lines = layOut(`  ${key}${isOptional ? '?' : ''}: ${type};`).split('\n');
  return lines.map((line) => line.slice(2));
}

function block(head: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [`${head}}`] : [head, ...lines.map((line) => `  ${line}`), '}'];
}
