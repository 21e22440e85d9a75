import type { CustomResourceColumnDefinition } from '@opgen/rules/definitions';
import { goJson, goNumber } from '@opgen/rules/go-text';
import { jsonPath } from '../patch/json-path.ts';
import { nameColumn, type Column } from './column.ts';
import { age } from './human-duration.ts';

const ageOfObject: CustomResourceColumnDefinition = {
  name: 'Age',
  type: 'date',
  description: 'The time that has gone by since the object was created.',
  jsonPath: '.metadata.creationTimestamp',
};

/** The columns of a custom resource: its name and its additionalPrinterColumns, or its age if there are none. */
export function customColumns(declared: readonly CustomResourceColumnDefinition[]): readonly Column[] {
  return [nameColumn, ...(declared.length === 0 ? [ageOfObject] : declared).map(customColumn)];
}

function customColumn(declared: CustomResourceColumnDefinition): Column {
  const { name = '', type = 'string', format = '', priority = 0, jsonPath: path = '' } = declared;
  const description =
    declared.description || `Custom resource definition column (in JSONPath format): ${path}`;
  return {
    name,
    type,
    format,
    priority,
    description,
    cell(object, now) {
      const [value] = jsonPath(object, path);
      return value === undefined || value === null ? null : cellOf(type, value, now);
    },
  };
}

/** A value of another type than the column's leaves the cell empty; a string column accepts every value. */
function cellOf(type: string, value: unknown, now: Date): unknown {
  switch (type) {
    case 'string':
      return text(value);
    case 'integer':
      return typeof value === 'number' ? Math.trunc(value) : null;
    case 'number':
      return typeof value === 'number' ? value : null;
    case 'boolean':
      return typeof value === 'boolean' ? value : null;
    case 'date':
      return typeof value === 'string' ? age(value, now) : null;
    default:
      return null;
  }
}

function text(value: unknown): string {
  if (typeof value === 'string') return value;
  return typeof value === 'number' ? goNumber(value) : goJson(value);
}
