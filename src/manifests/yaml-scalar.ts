/**
 * Writes scalars so that every YAML parser reads them alike.
 *
 * YAML 1.1 decides what needs quotes, because Kubernetes reads `on` and `yes` as booleans. Multi-line text becomes a
 * block scalar; long lines are not folded.
 */

/** Text that YAML would read as null, a boolean, a number, a timestamp or a merge key. */
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

/** Text that is empty, or that has YAML syntax at its start, inside or at its end. */
const looksLikeSyntax =
  /^$|^[\n\t ,[\]{}#&*!|>'"%@`]|^[?-]$|^[?-][ \t]|[\n:][ \t]|[ \t]\n|[\n\t ]#|[\n\t :]$/;

/** Control characters and unpaired surrogates. */
const needsEscapes = /[^\P{Cc}\t\n]|\p{Cs}/u;

/** The last line, or the whole text, is blank: the end of a block scalar would be invisible. */
const endsBlank = /\n[\t ]+$|^[\n\t ]*$/;

/** Text that YAML would read as a directive or a document marker at the start of a line. */
const beginsDocument = /^(?:%|---|\.\.\.)/m;

/** A scalar. `indent` applies to all lines but the first. */
export function yamlScalar(value: string | number | boolean | null, indent: string): string {
  if (typeof value !== 'string') return Object.is(value, -0) ? '-0' : JSON.stringify(value);
  if (needsEscapes.test(value)) return inDoubleQuotes(value, indent);
  if (!value.includes('\n')) return isPlain(value) ? value : inQuotes(value, indent);
  return endsBlank.test(value) ? inDoubleQuotes(value, indent) : asBlock(value, indent);
}

/** The key of a map, always on one line. */
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

/** Uses the escapes of JSON, or shorter ones of YAML. Long text keeps its line breaks if `indent` is given. */
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
      // YAML folds a single line break into a space, and reads leading spaces as indentation.
      const lines = kept === 0 ? '' : `${'\n'.repeat(kept + 1)}${indent}`;
      return lines + (isEnd ? '\\n' : space === ' ' ? '\\' : '');
    },
  );
}

/** A literal block scalar, with indicators for a leading space and for the line breaks at the end. */
function asBlock(value: string, indent: string): string {
  const [end = ''] = /[\n\t ]*$/.exec(value) ?? [];
  const chomping = !end.includes('\n') ? '-' : end === value || end.indexOf('\n') < end.length - 1 ? '+' : '';
  const beginsBlank = /^\n* /.test(value.slice(0, value.length - end.length));
  const lines = value.replace(/\n$/, '').replace(/\n+(?!\n|$)/g, `$&${indent}`);
  return `|${beginsBlank ? '2' : ''}${chomping}\n${indent}${lines}`;
}
