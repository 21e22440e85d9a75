import { parseTimestamp } from '../values/timestamps.ts';
import { readUrl } from './url-reading.ts';

/** A named format: its validation, and the pattern length that the API server assumes for the cost. */
export interface NamedFormat {
  readonly name: string;
  readonly patternSize: number;
  readonly validate: (text: string) => readonly string[];
}

const label = '[a-z0-9]([-a-z0-9]*[a-z0-9])?';
const subdomain = `${label}(\\.${label})*`;
const dns1035 = '[a-z]([-a-z0-9]*[a-z0-9])?';
const labelKey = '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]';

const named = (name: string, patternSize: number, validate: NamedFormat['validate']): NamedFormat => ({
  name,
  patternSize,
  validate,
});

const one = (holds: boolean, reason: string): readonly string[] => (holds ? [] : [reason]);

/** The formats of `format.named()` and `format.<name>()`. */
export const namedFormats: Readonly<Record<string, NamedFormat>> = {
  dns1123Label: named('DNS1123Label', 30, isLabel),
  dns1123Subdomain: named('DNS1123Subdomain', 60, isSubdomain),
  dns1035Label: named('DNS1035Label', 30, isDns1035Label),
  qualifiedName: named('QualifiedName', 60, isQualifiedName),
  dns1123LabelPrefix: named('DNS1123LabelPrefix', 30, (text) => isLabel(withoutDash(text))),
  dns1123SubdomainPrefix: named('DNS1123SubdomainPrefix', 60, (text) => isSubdomain(withoutDash(text))),
  dns1035LabelPrefix: named('DNS1035LabelPrefix', 30, (text) => isDns1035Label(withoutDash(text))),
  labelValue: named('LabelValue', 40, isLabelValue),
  uri: named('URI', 1103, (text) => {
    const parts = readUrl(text);
    return typeof parts === 'string' ? [`parse ${JSON.stringify(text)}: ${parts}`] : [];
  }),
  uuid: named('uuid', 75, (text) =>
    one(/^[0-9a-f]{8}-?([0-9a-f]{4}-?){3}[0-9a-f]{12}$/i.test(text), 'does not match the UUID format'),
  ),
  byte: named('byte', 84, (text) =>
    one(
      /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=|[A-Za-z0-9+/]{4})$/.test(text),
      'invalid base64',
    ),
  ),
  date: named('date', 69, (text) => one(parseTimestamp(`${text}T00:00:00Z`) !== undefined, 'invalid date')),
  datetime: named('datetime', 69, (text) => one(isDateTime(text), 'invalid datetime')),
};

/** RFC 3339, in upper or lower case. */
function isDateTime(text: string): boolean {
  return parseTimestamp(text.toUpperCase()) !== undefined;
}

/** A prefix, to which a suffix will be appended, may end with a dash. */
function withoutDash(text: string): string {
  return text.length > 1 && text.endsWith('-') ? `${text.slice(0, -2)}a` : text;
}

function isLabel(text: string): readonly string[] {
  if (matches(label, text)) return tooLong(text, 63);
  if (matches(subdomain, text)) return [...tooLong(text, 63), 'must not contain dots'];
  const reason =
    "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character";
  return [...tooLong(text, 63), explained(reason, label, 'my-name', '123-abc')];
}

function isSubdomain(text: string): readonly string[] {
  if (matches(subdomain, text)) return tooLong(text, 253);
  const reason =
    "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character";
  return [...tooLong(text, 253), explained(reason, subdomain, 'example.com')];
}

function isDns1035Label(text: string): readonly string[] {
  if (matches(dns1035, text)) return tooLong(text, 63);
  const reason =
    "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character";
  return [...tooLong(text, 63), explained(reason, dns1035, 'my-name', 'abc-123')];
}

const keyReason =
  "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character";

function isQualifiedName(text: string): readonly string[] {
  const parts = text.split('/');
  const explanation = explained(keyReason, labelKey, 'MyName', 'my.name', '123-abc');
  if (parts.length > 2) {
    return [
      `a valid label key ${explanation} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')`,
    ];
  }
  const [name = '', prefix] = parts.toReversed();
  const wrong: string[] = [];
  if (prefix === '') wrong.push('prefix part must be non-empty');
  else if (prefix !== undefined) wrong.push(...isSubdomain(prefix).map((reason) => `prefix part ${reason}`));
  if (name === '') wrong.push('name part must be non-empty');
  else wrong.push(...tooLong(name, 63).map((reason) => `name part ${reason}`));
  if (!matches(labelKey, name)) wrong.push(`name part ${explanation}`);
  return wrong;
}

function isLabelValue(text: string): readonly string[] {
  const pattern = `(${labelKey})?`;
  if (matches(pattern, text)) return tooLong(text, 63);
  const reason = `a valid label must be an empty string or consist of ${keyReason.replace('must consist of ', '')}`;
  return [...tooLong(text, 63), explained(reason, pattern, 'MyValue', 'my_value', '12345')];
}

function matches(pattern: string, text: string): boolean {
  return new RegExp(`^(?:${pattern})$`).test(text);
}

function tooLong(text: string, longest: number): readonly string[] {
  return Buffer.byteLength(text) > longest ? [`must be no more than ${longest} bytes`] : [];
}

function explained(reason: string, pattern: string, ...examples: readonly string[]): string {
  const shown = examples.map((example) => `'${example}'`).join(',  or ');
  return `${reason} (e.g. ${shown}, regex used for validation is '${pattern}')`;
}
