import { isObject } from './json.ts';

// Messages of the API server are Go's formatting of values; these three functions are that formatting.

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

/** `%v` of a number: an exponent below 1e-4 and from 1e21 on, with two digits at least. */
export function goNumber(value: number): string {
  const size = Math.abs(value);
  const text = size !== 0 && (size < 1e-4 || size >= 1e21) ? value.toExponential() : String(value);
  return text.replace(/e([+-])(\d)$/, 'e$10$2');
}
