import type { Json } from '../kubernetes/json.ts';

/** As in the .prettierrc of the projects that opgen makes. */
const lineWidth = 110;

/** A string literal, quoted as the formatter would quote it. */
export function literal(value: Json): string {
  const json = JSON.stringify(value);
  if (typeof value !== 'string') return json;
  if (value.includes("'") && !value.includes('"')) return json;
  return `'${json.slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}

/** A property of an interface, without its indentation of two. */
export function memberLines(name: string, isOptional: boolean, type: string): string[] {
  const key = /^[A-Za-z_$][\w$]*$/.test(name) ? name : literal(name);
  return broken(`${key}${isOptional ? '?' : ''}:`, type, lineWidth - 2);
}

/** The statement that gives a type its name. */
export function unionLines(start: string, type: string): string[] {
  return broken(start, type, lineWidth);
}

/** The named imports of a module, sorted. */
export function importLine(names: readonly string[], module: string): string {
  const line = `import { ${names.join(', ')} } from '${module}';`;
  if (line.length <= lineWidth) return line;
  return `import {\n${names.map((name) => `  ${name},\n`).join('')}} from '${module}';`;
}

/** One branch a line where the union fits neither beside the name nor, in the parentheses of a list, below it. */
function broken(start: string, type: string, width: number): string[] {
  const line = `${start} ${type};`;
  if (line.length <= width) return [line];
  const [, list] = /^\((.*)\)\[\]$/.exec(type) ?? [];
  const branches = (list ?? type).split(/ \| (?=(?:[^'"]|'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")*$)/);
  if (branches.length === 1) return [line];
  if (list !== undefined && list.length + 2 <= width) return [`${start} (`, `  ${list}`, ')[];'];
  if (list !== undefined) return [`${start} (`, ...branches.map((branch) => `  | ${branch}`), ')[];'];
  return [start, ...branches.slice(0, -1).map((branch) => `  | ${branch}`), `  | ${branches.at(-1)};`];
}
