import type { Json } from '@opgen/rules/json';
import { stringLiteral } from './string-literal.ts';

/** A TypeScript literal on one line, with the quotes and spaces that Prettier would choose. */
export function valueLiteral(value: Json): string {
  if (typeof value === 'string') return stringLiteral(value);
  if (typeof value !== 'object' || value === null) return String(value);
  if (Array.isArray(value)) return `[${value.map(valueLiteral).join(', ')}]`;
  const properties = propertiesOf(value);
  return properties === '' ? '{}' : `{ ${properties} }`;
}

/** What is between the braces of an object. */
export function propertiesOf(value: Record<string, Json>): string {
  return Object.entries(value)
    .map(
      ([name, each]) =>
        `${/^[A-Za-z_$][\w$]*$/.test(name) ? name : stringLiteral(name)}: ${valueLiteral(each)}`,
    )
    .join(', ');
}
