import { yamlKey, yamlScalar } from './yaml-scalar.ts';

/** Longer keys are announced by a question mark. */
const longestPlainKey = 1024;

/** JSON as a document of YAML: a line for each scalar, keys sorted, lists as far left as their key. */
export function emitYaml(value: object): string {
  return `${emit(value, '')}\n`;
}

/** The text of a value whose first line is begun already; further lines stand at the indentation. */
function emit(value: unknown, indent: string): string {
  if (Array.isArray(value)) return emitList(value, indent);
  if (typeof value === 'object' && value !== null) return emitMap(value as Map, indent);
  return yamlScalar(value as string | number | boolean | null, indent);
}

type Map = Readonly<Record<string, unknown>>;

function emitList(items: readonly unknown[], indent: string): string {
  const below = `${indent}  `;
  return items.length === 0 ? '[]' : items.map((item) => `- ${emit(item, below)}`).join(`\n${indent}`);
}

function emitMap(map: Map, indent: string): string {
  const keys = keysOf(map).toSorted();
  return keys.length === 0
    ? '{}'
    : keys.map((key) => emitPair(yamlKey(key, indent === ''), map[key], indent)).join(`\n${indent}`);
}

function emitPair(key: string, value: unknown, indent: string): string {
  const below = `${indent}  `;
  if (key.length > longestPlainKey) return `? ${key}\n${indent}: ${emit(value, below)}`;
  if (typeof value !== 'object' || value === null || isEmpty(value)) return `${key}: ${emit(value, below)}`;
  const inner = Array.isArray(value) ? indent : below;
  return `${key}:\n${inner}${emit(value, inner)}`;
}

function isEmpty(value: object): boolean {
  return Array.isArray(value) ? value.length === 0 : keysOf(value as Map).length === 0;
}

/** As in JSON, what is undefined is not there. */
function keysOf(map: Map): string[] {
  return Object.keys(map).filter((key) => map[key] !== undefined);
}
