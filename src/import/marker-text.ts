import type { Json } from '../kubernetes/json.ts';

/** A text as the value of a marker: as it is where that is safe, in backticks where it can be, else in quotes. */
export function markerText(text: string): string {
  if (/^[A-Za-z.][\w./=-]*$/.test(text) && text !== 'true' && text !== 'false') return text;
  return /^[^`\p{Cc}]*$/u.test(text) && text !== '' ? `\`${text}\`` : JSON.stringify(text);
}

/** Named arguments as they follow the colon; those without a value are left out. */
export function markerArguments(values: Readonly<Record<string, Json | undefined>>): string {
  return Object.entries(values)
    .flatMap(([name, value]) => (value === undefined ? [] : `${name}=${argument(value)}`))
    .join(',');
}

function argument(value: Json): string {
  if (Array.isArray(value)) return value.map((item) => markerText(String(item))).join(';');
  return typeof value === 'string' ? markerText(value) : JSON.stringify(value);
}
