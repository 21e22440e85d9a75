import type { ManagedFields, PageObject } from './messages.ts';

/** A line of YAML, and which field managers wrote its field. */
export interface YamlLine {
  readonly text: string;
  readonly managers: readonly string[];
}

/** What one manager wrote at a field: the fields below it, or everything if there are none. */
interface Owned {
  readonly manager: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** An object as YAML. The managed fields are not part of it: they become the managers of the lines. */
export function yamlLines(object: PageObject): YamlLine[] {
  const { apiVersion, kind, metadata: all, ...rest } = object;
  const { managedFields = [], ...metadata } = all;
  const lines: YamlLine[] = [];
  appendFields({ apiVersion, kind, metadata, ...rest }, '', managedFields.map(ownedBy), lines);
  return lines;
}

/** `kubectl`, or `manager/status` for a subresource. */
function ownedBy({ fieldsV1 = {}, manager = 'unknown', subresource }: ManagedFields): Owned {
  return { manager: subresource === undefined ? manager : `${manager}/${subresource}`, fields: fieldsV1 };
}

export function yamlText(lines: readonly YamlLine[]): string {
  return lines.map(({ text }) => `${text}\n`).join('');
}

function appendFields(
  fields: Readonly<Record<string, unknown>>,
  indent: string,
  owned: readonly Owned[],
  lines: YamlLine[],
): void {
  for (const [key, value] of Object.entries(fields)) {
    if (value === undefined) continue;
    append(`${indent}${scalar(key)}:`, value, indent, below(owned, `f:${key}`), lines);
  }
}

/** Appends a value after `head`, which is a key or the dash of a list. */
function append(
  head: string,
  value: unknown,
  indent: string,
  owned: readonly Owned[],
  lines: YamlLine[],
): void {
  if (Array.isArray(value) && isNested(value)) {
    lines.push({ text: head, managers: managersOf(owned, false) });
    for (const [index, element] of value.entries())
      appendElement(element, indent, belowElement(owned, element, index), lines);
    return;
  }
  if (isFields(value) && isNested(value)) {
    lines.push({ text: head, managers: managersOf(owned, false) });
    appendFields(value, `${indent}  `, owned, lines);
    return;
  }
  const managers = managersOf(owned, true);
  const block = typeof value === 'string' ? blockOf(value) : undefined;
  if (block === undefined) {
    lines.push({ text: `${head} ${scalar(value)}`, managers });
    return;
  }
  lines.push({ text: `${head} ${block.mark}`, managers });
  for (const line of block.lines) lines.push({ text: line === '' ? '' : `${indent}  ${line}`, managers });
}

function appendElement(element: unknown, indent: string, owned: readonly Owned[], lines: YamlLine[]): void {
  if (!isNested(element)) return append(`${indent}-`, element, indent, owned, lines);
  const inner: YamlLine[] = [];
  if (Array.isArray(element))
    for (const [index, each] of element.entries())
      appendElement(each, `${indent}  `, belowElement(owned, each, index), inner);
  else appendFields(element, `${indent}  `, owned, inner);
  // The first line follows the dash.
  const [first, ...rest] = inner;
  if (first === undefined) return;
  lines.push({ ...first, text: `${indent}- ${first.text.slice(indent.length + 2)}` }, ...rest);
}

/** An atomic value is owned as a whole. */
function isWhole({ fields }: Owned): boolean {
  return Object.keys(fields).length === 0;
}

function below(owned: readonly Owned[], step: string): Owned[] {
  return owned.flatMap((each) => {
    if (isWhole(each)) return each;
    const fields = each.fields[step];
    return isFields(fields) ? { manager: each.manager, fields } : [];
  });
}

/** List elements are identified by keys, by their value, or by their position. */
function belowElement(owned: readonly Owned[], element: unknown, index: number): Owned[] {
  return owned.flatMap((each) => {
    if (isWhole(each)) return each;
    const step = Object.keys(each.fields).find((step) => {
      if (step.startsWith('k:') && isFields(element))
        return Object.entries(JSON.parse(step.slice(2)) as object).every(
          ([key, value]) => element[key] === value,
        );
      if (step.startsWith('v:')) return step.slice(2) === JSON.stringify(element);
      return step === `i:${index}`;
    });
    return step === undefined ? [] : below([each], step);
  });
}

/** A field with fields below it has no manager itself, unless it is owned as a whole or marked by a dot. */
function managersOf(owned: readonly Owned[], isLeaf: boolean): string[] {
  const managers = owned
    .filter((each) => isLeaf || isWhole(each) || '.' in each.fields)
    .map(({ manager }) => manager);
  return [...new Set(managers)];
}

function isFields(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isNested(value: unknown): value is Record<string, unknown> | unknown[] {
  return Array.isArray(value) ? value.length > 0 : isFields(value) && Object.keys(value).length > 0;
}

/** Words that are not text in YAML 1.1 or 1.2. */
const notText = /^(true|false|yes|no|on|off|y|n|null|nan)$/i;

function scalar(value: unknown): string {
  if (typeof value !== 'string') return JSON.stringify(value);
  const isPlain =
    /^[A-Za-z_/](?:[\w./@+=,%()-]|:(?=[^\s])| (?=[^\s#]))*$/.test(value) && !value.endsWith(':');
  return isPlain && !notText.test(value) ? value : JSON.stringify(value);
}

/** A text of several lines, if it can be written line by line. */
function blockOf(text: string): { mark: string; lines: string[] } | undefined {
  // The rest of the control characters and a space at the beginning would need more syntax.
  if (!/^[^\s][\t\n\x20-\x7e\u00a1-\ud7ff]*$/.test(text) || !text.includes('\n')) return undefined;
  if (text.endsWith('\n\n')) return undefined;
  const ends = text.endsWith('\n');
  return { mark: ends ? '|' : '|-', lines: (ends ? text.slice(0, -1) : text).split('\n') };
}
