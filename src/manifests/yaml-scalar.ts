/**
 * Plain values as YAML, the way that every reader understands.
 *
 * YAML 1.1 decides what needs quotes: Kubernetes reads `on` and `yes` as booleans. Text of several lines is written
 * as such, and no line is broken.
 */

/** What text means something else as: null, a boolean, a number, a time, or what is merged. */
const meansElse = new RegExp(
  `^(?:${[
    /~|null|Null|NULL|<</,
    /y|Y|yes|Yes|YES|true|True|TRUE|on|On|ON/,
    /n|N|no|No|NO|false|False|FALSE|off|Off|OFF/,
    /[-+]?(?:0b[01_]+|0x[\da-fA-F_]+)/,
    /[-+]?\d[\d_]*(?::[0-5]?\d)*(?:\.[\d_]*)?/,
    /[-+]?(?:\d[\d_]*)?\.[\d_]*/,
    /[-+]?(?:\d[\d_]*)?(?:\.[\d_]*)?[eE][-+]?\d+/,
    /[-+]?\.(?:inf|Inf|INF)|\.nan|\.NaN|\.NAN/,
    /\d{4}-\d{1,2}-\d{1,2}(?:(?:t|T|[ \t]+)\d{1,2}:\d{1,2}:\d{1,2}(?:\.\d+)?(?:[ \t]*(?:Z|[-+][012]?\d(?::\d{2})?))?)?/,
  ]
    .map(({ source }) => source)
    .join('|')})$`,
);

/** It begins, goes on or ends in a way that belongs to YAML itself, or is empty. */
const looksLikeSyntax =
  /^$|^[\n\t ,[\]{}#&*!|>'"%@`]|^[?-]$|^[?-][ \t]|[\n:][ \t]|[ \t]\n|[\n\t ]#|[\n\t :]$/;

/** Control characters and halves of characters. */
const needsEscapes = /[^\P{Cc}\t\n]|\p{Cs}/u;

/** Its last line, or all of it, is blank: nobody could see where it ends. */
const endsBlank = /\n[\t ]+$|^[\n\t ]*$/;

/** Such a line would belong to the stream of documents, not to the first of them. */
const beginsDocument = /^(?:%|---|\.\.\.)/m;

/** A scalar; the further lines of it stand at the indentation. */
export function yamlScalar(value: string | number | boolean | null, indent: string): string {
  if (typeof value !== 'string') return Object.is(value, -0) ? '-0' : JSON.stringify(value);
  if (needsEscapes.test(value)) return inDoubleQuotes(value, indent);
  if (!value.includes('\n')) return isPlain(value) ? value : inQuotes(value, indent);
  return endsBlank.test(value) ? inDoubleQuotes(value, indent) : asBlock(value, indent);
}

/** The key of a map, which has one line. */
export function yamlKey(key: string, isOfDocument: boolean): string {
  if (needsEscapes.test(key) || key.includes('\n')) return inDoubleQuotes(key);
  return isPlain(key) && !(isOfDocument && beginsDocument.test(key)) ? key : inQuotes(key);
}

function isPlain(value: string): boolean {
  return !looksLikeSyntax.test(value) && !meansElse.test(value);
}

function inQuotes(value: string, indent?: string): string {
  return value.includes('"') && !value.includes("'") ? `'${value}'` : inDoubleQuotes(value, indent);
}

const shortEscapes: Readonly<Record<string, string>> = { '00': '0', '07': 'a', '0b': 'v', '1b': 'e' };

/** With the escapes of JSON, shorter where YAML has shorter ones; long text keeps its lines if it may have several. */
function inDoubleQuotes(value: string, indent?: string): string {
  const json = JSON.stringify(value);
  if (!json.includes('\\')) return json;
  const keepsLines = indent !== undefined && json.length >= 40;
  return json.replace(
    / (?=\\n)|\\u00(..)|((?:\\n)+)(?=( ?)(.))|\\[^]/g,
    (escape: string, code?: string, newlines?: string, space?: string, next?: string) => {
      if (escape === ' ') return '\\ ';
      if (code !== undefined) return `\\${shortEscapes[code] ?? `x${code}`}`;
      if (newlines === undefined || !keepsLines) return escape;
      const isEnd = next === '"';
      const kept = newlines.length / 2 - (isEnd ? 1 : 0);
      // A single line break would be read as a blank, and blanks at the begin of a line as indentation.
      const lines = kept === 0 ? '' : `${'\n'.repeat(kept + 1)}${indent}`;
      return lines + (isEnd ? '\\n' : space === ' ' ? '\\' : '');
    },
  );
}

/** `|`, the lines as they are, and what the sign has to say of blanks at their begin and of line breaks at their end. */
function asBlock(value: string, indent: string): string {
  const [end = ''] = /[\n\t ]*$/.exec(value) ?? [];
  const chomping = !end.includes('\n') ? '-' : end === value || end.indexOf('\n') < end.length - 1 ? '+' : '';
  const beginsBlank = /^\n* /.test(value.slice(0, value.length - end.length));
  const lines = value.replace(/\n$/, '').replace(/\n+(?!\n|$)/g, `$&${indent}`);
  return `|${beginsBlank ? '2' : ''}${chomping}\n${indent}${lines}`;
}
