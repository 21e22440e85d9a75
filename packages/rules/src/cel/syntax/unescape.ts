const simple: Readonly<Record<string, number>> = {
  a: 0x07,
  b: 0x08,
  f: 0x0c,
  n: 0x0a,
  r: 0x0d,
  t: 0x09,
  v: 0x0b,
  '\\': 0x5c,
  "'": 0x27,
  '"': 0x22,
  '`': 0x60,
  '?': 0x3f,
};

/** A literal that is a valid token but has no valid value. */
export class LiteralError extends Error {}

interface Content {
  readonly text: string;
  readonly raw: boolean;
}

/** The value of a string literal. */
export function stringLiteral(token: string): string {
  const { text, raw } = contentOf(token);
  return raw ? text : unescape(text, (code) => String.fromCodePoint(code));
}

/** The value of a bytes literal (b'…'); hexadecimal and octal escapes are bytes, not characters. */
export function bytesLiteral(token: string): Uint8Array {
  const { text, raw } = contentOf(token.slice(1));
  if (raw || !text.includes('\\')) return new TextEncoder().encode(text);
  if (/(?<!\\)(?:\\\\)*\\[uU]/.test(text)) throw new LiteralError('unable to unescape string');
  const bytes: number[] = [];
  let rest = 0;
  for (const match of text.matchAll(escapes)) {
    bytes.push(...new TextEncoder().encode(text.slice(rest, match.index)), codeOf(match));
    rest = match.index + match[0].length;
  }
  return Uint8Array.from([...bytes, ...new TextEncoder().encode(text.slice(rest))]);
}

const escapes = /\\(?:([0-3][0-7]{2})|[xX]([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|([\s\S]))/g;

function contentOf(token: string): Content {
  const raw = /^[rR]/.test(token);
  const quoted = (raw ? token.slice(1) : token).replaceAll(/\r\n?/g, '\n');
  const quotes = /^("""|''')/.test(quoted) && quoted.length >= 6 ? 3 : 1;
  return { text: quoted.slice(quotes, -quotes), raw };
}

function unescape(text: string, character: (code: number) => string): string {
  return text.replaceAll(escapes, (...match) => {
    const code = codeOf(match as string[]);
    if (code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff))
      throw new LiteralError('invalid unicode code point');
    return character(code);
  });
}

function codeOf(match: ArrayLike<string | undefined>): number {
  const [, octal, byte, short, long, letter] = Array.from(match);
  if (octal !== undefined) return Number.parseInt(octal, 8);
  const hexadecimal = byte ?? short ?? long;
  if (hexadecimal !== undefined) return Number.parseInt(hexadecimal, 16);
  const code = simple[letter ?? ''];
  if (code === undefined) throw new LiteralError('unable to unescape string');
  return code;
}
