import { type JSONSchemaProps, valueSchema } from '@opgen/rules/schema';
import { innermost } from '../../schema/find-field.ts';
import { wrap } from '../steps/wrap.ts';

/** How to print a schema, as `kubectl explain` does. */
export interface Layout {
  width: number;
  /** All fields at every depth, with name and type only. */
  recursive: boolean;
}

export function describeFields(schema: JSONSchemaProps, layout: Layout): string[] {
  const holder = innermost(schema);
  const fields = Object.entries(holder.properties ?? {});
  if (fields.length === 0) return [];
  const lines = fields.flatMap(([name, field]) => describeField(name, field, holder, layout, 1));
  return ['FIELDS:', ...lines];
}

/** The description of a field; for a list or map, also that of its items or values. */
export function descriptionOf(schema: JSONSchemaProps): string | undefined {
  const texts = [schema.description, innermost(schema).description].filter((text) => text !== undefined);
  return texts.length === 0 ? undefined : [...new Set(texts)].join('\n');
}

export function describeText(text: string | undefined, width: number, depth = 1): string[] {
  const indent = '  '.repeat(depth);
  return (text ?? '<empty>')
    .split('\n')
    .flatMap((line) => wrap(line, Math.max(20, width - indent.length)).split('\n'))
    .map((line) => `${indent}${line}`.trimEnd());
}

function describeField(
  name: string,
  schema: JSONSchemaProps,
  holder: JSONSchemaProps,
  layout: Layout,
  depth: number,
): string[] {
  const indent = '  '.repeat(depth);
  const required = holder.required?.includes(name) === true ? ' -required-' : '';
  const head = [`${indent}${name}\t<${typeName(schema)}>${required}`, ...describeValues(schema, depth)];
  const inner = innermost(schema);
  if (!layout.recursive) {
    const description = descriptionOf(schema);
    const text = description === undefined ? [] : describeText(description, layout.width, depth + 1);
    return [...head, ...text, ''];
  }
  const below = Object.entries(inner.properties ?? {});
  return [...head, ...below.flatMap(([key, field]) => describeField(key, field, inner, layout, depth + 1))];
}

/** The enum and the default. */
export function describeValues(schema: JSONSchemaProps, depth = 0): string[] {
  const indent = '  '.repeat(depth);
  const { enum: values, default: value } = schema;
  return [
    ...(values === undefined ? [] : [`${indent}enum: ${values.map(plain).join(', ')}`]),
    ...(value === undefined ? [] : [`${indent}default: ${JSON.stringify(value)}`]),
  ];
}

/** Such as `[]Object`, `map[string]string` or `integer`. */
export function typeName(schema: JSONSchemaProps): string {
  if (schema['x-kubernetes-int-or-string'] === true) return 'IntOrString';
  if (schema.items !== undefined) return `[]${typeName(schema.items)}`;
  const values = schema.properties === undefined ? valueSchema(schema) : undefined;
  if (values !== undefined) return `map[string]${typeName(values)}`;
  if (schema.type === 'object') return 'Object';
  return schema.type ?? 'any';
}

function plain(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
