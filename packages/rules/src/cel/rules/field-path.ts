import type { JSONSchemaProps } from '../../schema/json-schema-props.ts';
import { valueSchema } from '../../schema/read-schema.ts';
import { child } from './field-failure.ts';

const step = /\.([^.[\]]+)|\['((?:\\.|[^'\\])*)'\]/y;
const escapes: Readonly<Record<string, string>> = {
  a: '\x07',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  "'": "'",
  '\\': '\\',
};

/**
 * Resolves the fieldPath of a rule, such as .spec.size or .labels['a'], in the schema of the rule. Returns the path as
 * errors show it; undefined if the schema has no such field.
 */
export function readFieldPath(text: string, schema: JSONSchemaProps): string | undefined {
  let path = '';
  let node: JSONSchemaProps | undefined = schema;
  for (step.lastIndex = 0; step.lastIndex < text.length;) {
    const match: RegExpExecArray | null = step.exec(text);
    const name: string | undefined =
      match?.[1] ?? (match?.[2] === undefined ? undefined : unescaped(match[2]));
    if (name === undefined || node === undefined) return undefined;
    if (node.properties === undefined) {
      node = valueSchema(node);
      path += `[${name}]`;
    } else {
      node = Object.hasOwn(node.properties, name) ? node.properties[name] : undefined;
      path = child(path, name);
    }
    if (node === undefined) return undefined;
  }
  return path;
}

function unescaped(text: string): string | undefined {
  const letters = [...text.matchAll(/\\(.)/g)].map(([, letter]) => letter!);
  if (letters.some((letter) => !Object.hasOwn(escapes, letter))) return undefined;
  return text.replaceAll(/\\(.)/g, (_, letter: string) => escapes[letter]!);
}
