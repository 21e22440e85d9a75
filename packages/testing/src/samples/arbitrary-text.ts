import type { JSONSchemaProps } from '@opgen/rules/schema';
import type { Random } from './random.ts';
import { textOfPattern } from './text-of-pattern.ts';

/** Ordinary words, and strings that break careless code. */
const words = ['memcached', 'a', '0', 'true', 'Übergröße', 'two words', 'kebab-case', '{"a":1}', '名前', ' '];

/** Strings of the formats that the API server knows. */
const ofFormat: Readonly<Record<string, readonly string[]>> = {
  byte: ['', 'aGVsbG8=', '/+8='],
  cidr: ['10.0.0.0/8', '2001:db8::/32'],
  date: ['2024-02-29', '1999-12-31'],
  'date-time': ['2024-02-29T12:30:00Z', '1999-12-31T23:59:59Z'],
  duration: ['30s', '1h30m', '0'],
  email: ['gardener@example.com'],
  hostname: ['example.com', 'a'],
  ipv4: ['10.0.0.1', '255.255.255.255'],
  ipv6: ['::1', '2001:db8::1'],
  mac: ['00:00:5e:00:53:01'],
  uri: ['https://example.com/path?query=1', '/path'],
  uuid: ['123e4567-e89b-12d3-a456-426614174000'],
};

/** A string that satisfies the length, format and pattern of the schema, as far as possible. */
export function arbitraryText(node: JSONSchemaProps, random: Random): string {
  const { format, minLength = 0, maxLength = Infinity, pattern } = node;
  if (pattern !== undefined && pattern !== '') return textOfPattern(pattern, random);
  const known = format === undefined ? undefined : ofFormat[format];
  if (known !== undefined) return random.pick(known);
  if (minLength === 0 && random.chance(0.1)) return '';
  let text = random.pick(words);
  while ([...text].length < minLength) text += random.pick(words);
  return [...text].slice(0, maxLength).join('');
}
