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

/** As in JSON, what is undefined is not there. */
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
