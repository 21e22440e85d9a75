import { readFormattedDuration } from '../duration/formatted-duration.ts';
import { parseIp } from '../ip/parse-ip.ts';
import { dns1123LabelProblem, dns1123SubdomainProblem } from '../names/dns-names.ts';

/** The formats that the API server checks on strings. It ignores all others, and dashes in the names of these. */
const checks: Readonly<Record<string, (text: string) => boolean>> = {
  bsonobjectid: (text) => /^[0-9a-f]{24}$/i.test(text),
  uri: isRequestUri,
  email: (text) => /^[^\s@<>(),;:"]+@[^\s@<>(),;:"]+$/.test(text.replace(/^[^<]*<([^>]*)>$/, '$1')),
  hostname: isHostname,
  ipv4: isIpv4,
  ipv6: isIpv6,
  cidr: isCidr,
  mac: isMac,
  uuid: (text) => /^[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}$/i.test(text),
  uuid3: (text) => /^[0-9a-f]{8}-?[0-9a-f]{4}-?3[0-9a-f]{3}-?[0-9a-f]{4}-?[0-9a-f]{12}$/i.test(text),
  uuid4: (text) => /^[0-9a-f]{8}-?[0-9a-f]{4}-?4[0-9a-f]{3}-?[89ab][0-9a-f]{3}-?[0-9a-f]{12}$/i.test(text),
  uuid5: (text) => /^[0-9a-f]{8}-?[0-9a-f]{4}-?5[0-9a-f]{3}-?[89ab][0-9a-f]{3}-?[0-9a-f]{12}$/i.test(text),
  hexcolor: (text) => /^#?([0-9a-f]{3}|[0-9a-f]{6})$/i.test(text),
  rgbcolor: isRgbColor,
  ssn: (text) => text.length === 11 && /^\d{3}[- ]?\d{2}[- ]?\d{4}$/.test(text),
  isbn: (text) => isIsbn10(text) || isIsbn13(text),
  isbn10: isIsbn10,
  isbn13: isIsbn13,
  creditcard: isCreditCard,
  byte: (text) =>
    text !== '' && /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(text),
  password: () => true,
  date: isDate,
  'date-time': isDateTime,
  duration: (text) => readFormattedDuration(text) !== undefined,
  'k8s-short-name': (text) => dns1123LabelProblem(text) === undefined,
  'k8s-long-name': (text) => dns1123SubdomainProblem(text) === undefined,
};

const nameOf = new Map(Object.keys(checks).map((name) => [withoutDashes(name), name]));

/** Formats of numbers. Unlike those of strings they are compared as they are written. */
const numberFormats = ['double', 'float', 'int32', 'int64'];

/** The names of all formats that the API server checks, in alphabetical order. */
export const knownFormats: readonly string[] = [...Object.keys(checks), ...numberFormats].toSorted();

/** The usual spelling of a format, `date-time` for `datetime`; undefined if the API server ignores the format. */
export function knownFormat(format: string): string | undefined {
  if (numberFormats.includes(format)) return format;
  return nameOf.get(withoutDashes(format));
}

/** The check of a string format, or undefined if the API server ignores the format. */
export function formatCheck(format: string): ((text: string) => boolean) | undefined {
  const name = nameOf.get(withoutDashes(format));
  return name === undefined ? undefined : checks[name];
}

function withoutDashes(format: string): string {
  return format.replaceAll('-', '');
}

function isRequestUri(text: string): boolean {
  if (text === '' || /[\s\p{Cc}]/u.test(text)) return false;
  return text.startsWith('/') || /^[a-z][a-z0-9+.-]*:./i.test(text);
}

function isHostname(text: string): boolean {
  if (text.length > 255 || text.split('.').some((label) => label.length > 63)) return false;
  return /^([a-z0-9\p{S}\p{L}]((-?[a-z0-9\p{S}\p{L}]{0,62})?)|([a-z0-9\p{S}\p{L}](([a-z0-9\-\p{S}\p{L}]{0,61}[a-z0-9\p{S}\p{L}])?)(\.)){1,}([a-z\p{L}]){2,63})$/iu.test(
    text,
  );
}

/** As Go's sloppy parser has it: parts with leading zeros, and IPv6 addresses that end in an IPv4 address. */
function isIpv4(text: string): boolean {
  return text.includes('.') && parseIp(text, { leadingZeros: true }) !== undefined;
}

function isIpv6(text: string): boolean {
  return text.includes(':') && parseIp(text) !== undefined;
}

function isCidr(text: string): boolean {
  const [address = '', bits = '', ...rest] = text.split('/');
  if (rest.length > 0 || !/^\d+$/.test(bits)) return false;
  const ip = parseIp(address, { leadingZeros: true });
  return ip !== undefined && Number(bits) <= (ip.family === 6 ? 128 : 32);
}

function isMac(text: string): boolean {
  const pairs = text.split(/[:-]/);
  if (/^[0-9a-f]{4}(\.[0-9a-f]{4})+$/i.test(text)) return [14, 19, 49].includes(text.length);
  return [6, 8, 20].includes(pairs.length) && pairs.every((pair) => /^[0-9a-f]{2}$/i.test(pair));
}

function isDate(text: string): boolean {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (match === null) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

function isDateTime(text: string): boolean {
  const [date = '', time = ''] = text.toLowerCase().split('t');
  if (!isDate(date)) return false;
  const match = /^(\d{2}):(\d{2}):(\d{2})(\.\d+)?(z|[+-]\d{2}:\d{2})$/.exec(time);
  return match !== null && Number(match[1]) <= 23 && Number(match[2]) <= 59 && Number(match[3]) <= 59;
}

function isRgbColor(text: string): boolean {
  const [, ...parts] = /^rgb\(\s*(\d+)\s*,\s*(\d+)\s*,\s*(\d+)\s*\)$/.exec(text) ?? [];
  return parts.length === 3 && parts.every((part) => /^(0|[1-9]\d{0,2})$/.test(part) && Number(part) <= 255);
}

function isIsbn10(text: string): boolean {
  const characters = text.replaceAll(/[\s-]+/g, '');
  if (!/^\d{9}[\dX]$/.test(characters)) return false;
  const sum = [...characters].reduce(
    (total, character, i) => total + (i + 1) * (character === 'X' ? 10 : Number(character)),
    0,
  );
  return sum % 11 === 0;
}

function isIsbn13(text: string): boolean {
  const characters = text.replaceAll(/[\s-]+/g, '');
  if (!/^\d{13}$/.test(characters)) return false;
  const sum = [...characters].reduce((total, digit, i) => total + (i % 2 === 0 ? 1 : 3) * Number(digit), 0);
  return sum % 10 === 0;
}

const creditCard =
  /^(?:4\d{12}(?:\d{3})?|5[1-5]\d{14}|6(?:011|5\d\d)\d{12}|3[47]\d{13}|3(?:0[0-5]|[68]\d)\d{11}|(?:2131|1800|35\d{3})\d{11})$/;

/** A known issuer's prefix and a Luhn checksum. */
function isCreditCard(text: string): boolean {
  const digits = text.replaceAll(/\D+/g, '');
  if (!creditCard.test(digits)) return false;
  const sum = [...digits].toReversed().reduce((total, digit, i) => {
    const value = Number(digit) * (i % 2 === 0 ? 1 : 2);
    return total + (value >= 10 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}
