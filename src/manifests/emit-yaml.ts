import { yamlKey, yamlScalar } from './yaml-scalar.ts';

/** YAML requires the `? key` form for longer keys. */
const longestPlainKey = 1024;

/** JSON as a YAML document in block style, with sorted keys and list items at the indentation of their key. */
export function emitYaml(value: object): string {
  return `${emit(value, '')}\n`;
}

/** The text of a value. Its first line continues the current line; `indent` applies to the others. */
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

/** Omits undefined values, as JSON does. */
function emitMap(map: Map, indent: string): string {
  let text = '';
  for (const key of Object.keys(map).toSorted()) {
    const value = map[key];
    if (value === undefined) continue;
    if (text !== '') text += `\n${indent}`;
    text += emitPair(yamlKey(key, indent === ''), value, indent);
  }
  return text === '' ? '{}' : text;
}

function emitPair(key: string, value: unknown, indent: string): string {
  const below = `${indent}  `;
  if (key.length > longestPlainKey) return `? ${key}\n${indent}: ${emit(value, below)}`;
  if (typeof value !== 'object' || value === null) return `${key}: ${emit(value, below)}`;
  const inner = Array.isArray(value) ? indent : below;
  const text = emit(value, inner);
  return text === '{}' || text === '[]' ? `${key}: ${text}` : `${key}:\n${inner}${text}`;
}
