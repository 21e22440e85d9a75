import { isObject } from './json.ts';

// Messages of the API server are Go's formatting of values; these functions are that formatting.

/** `strconv.Quote`: a Go string literal. */
export function goQuote(text: string): string {
  let quoted = '"';
  for (const character of text) quoted += quotedCharacter(character);
  return `${quoted}"`;
}

function quotedCharacter(character: string): string {
  switch (character) {
    case '"':
      return String.raw`\"`;
    case '\\':
      return '\\\\';
    case '\n':
      return String.raw`\n`;
    case '\r':
      return String.raw`\r`;
    case '\t':
      return String.raw`\t`;
  }
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x20 || code === 0x7f) return `\\x${code.toString(16).padStart(2, '0')}`;
  return character;
}

/** A Go struct: `json.Marshal` keeps its fields in the order in which they are declared. */
export class GoStruct {
  readonly fields: Readonly<Record<string, unknown>>;

  constructor(fields: Readonly<Record<string, unknown>>) {
    this.fields = fields;
  }
}

/** `json.Marshal` of an untyped value: sorted keys, and `<`, `>` and `&` escaped. */
export function goJson(value: unknown): string {
  if (value instanceof GoStruct) {
    return `{${Object.entries(value.fields)
      .map(([key, field]) => `${goJson(key)}:${goJson(field)}`)
      .join(',')}}`;
  }
  if (Array.isArray(value)) return `[${value.map(goJson).join(',')}]`;
  if (isObject(value)) {
    const members = Object.keys(value)
      .toSorted()
      .map((key) => `${goJson(key)}:${goJson(value[key])}`);
    return `{${members.join(',')}}`;
  }
  if (typeof value === 'string') {
    return JSON.stringify(value).replaceAll(
      /[<>&\u2028\u2029]/g,
      (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`,
    );
  }
  return JSON.stringify(value ?? null);
}

/** Why a text is no JSON, in the words of Go's decoder; undefined if it is. */
export function goJsonProblem(text: string): string | undefined {
  try {
    JSON.parse(text);
    return undefined;
  } catch {
    const first = text.trimStart()[0];
    if (first === undefined) return 'unexpected end of JSON input';
    const shown = goQuote(first).slice(1, -1);
    return `invalid character '${shown}' looking for beginning of value`;
  }
}

/** `%v` of a number: an exponent below 1e-4 and from 1e21 on, with two digits at least. */
export function goNumber(value: number): string {
  const size = Math.abs(value);
  const text = size !== 0 && (size < 1e-4 || size >= 1e21) ? value.toExponential() : String(value);
  return text.replace(/e([+-])(\d)$/, 'e$10$2');
}

/** `%v` of an untyped value. */
export function goText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(goText).join(' ')}]`;
  if (isObject(value)) return `map[${members(value, (key, each) => `${key}:${goText(each)}`).join(' ')}]`;
  if (value === null || value === undefined) return '<nil>';
  return typeof value === 'number' ? goNumber(value) : String(value);
}

/** `%#v` of an untyped value: as it is written in Go. */
export function goSyntax(value: unknown): string {
  if (Array.isArray(value)) return `${goTypeName(value)}{${value.map(goSyntax).join(', ')}}`;
  if (isObject(value))
    return `${goTypeName(value)}{${members(value, (key, each) => `${goQuote(key)}:${goSyntax(each)}`).join(', ')}}`;
  if (typeof value === 'string') return goQuote(value);
  return value === null ? 'interface {}(nil)' : goText(value);
}

/** `%T` of an untyped value. */
export function goTypeName(value: unknown): string {
  if (Array.isArray(value)) return '[]interface {}';
  if (isObject(value)) return 'map[string]interface {}';
  if (typeof value === 'boolean') return 'bool';
  if (typeof value === 'number') return Number.isInteger(value) ? 'int64' : 'float64';
  return value === null ? '<nil>' : 'string';
}

function members(
  object: Readonly<Record<string, unknown>>,
  text: (key: string, value: unknown) => string,
): string[] {
  return Object.keys(object)
    .toSorted()
    .map((key) => text(key, object[key]));
}
