import { describe, expect, test } from 'vitest';
import { knownFormat } from '../../src/schema/formats.ts';
import { validate } from '../../src/schema/validate.ts';

function accepts(format: string, text: string): boolean {
  return validate(text, { type: 'string', format }).length === 0;
}

describe('kube-apiserver accepts', () => {
  test.each([
    ['ipv4', '010.1.1.1'],
    ['ipv4', '::ffff:10.1.1.1'],
    ['ipv6', '2001:db8::1'],
    ['ipv6', '::ffff:10.1.1.1'],
    ['cidr', '10.01.0.0/08'],
    ['cidr', '2001:db8::/32'],
    ['isbn', '0-306-40615-2'],
    ['isbn10', '097522980X'],
    ['isbn13', '978-0-306-40615-7'],
    ['isbn', '978-0-306-40615-7'],
    ['creditcard', '4111 1111 1111 1111'],
    ['rgbcolor', 'rgb(0, 128, 255)'],
    ['ssn', '123-45-6789'],
    ['k8s-short-name', 'a-1'],
    ['datetime', '2030-01-01T00:00:00Z'],
    ['no-such-format', 'anything'],
  ])('%s: %s', (format, text) => expect(accepts(format, text)).toBe(true));
});

describe('kube-apiserver rejects', () => {
  test.each([
    ['ipv4', '2001:db8::1'],
    ['ipv4', '256.1.1.1'],
    ['ipv6', '10.1.1.1'],
    ['ipv6', '1.2.3.4::1'],
    ['ipv6', 'fe80::1%eth0'],
    ['cidr', '10.0.0.0/33'],
    ['isbn10', '0-306-40615-3'],
    ['isbn13', '978-0-306-40615-8'],
    ['isbn', 'no number'],
    ['creditcard', '4111 1111 1111 1112'],
    ['rgbcolor', 'rgb(0, 128, 256)'],
    ['ssn', '123456789'],
    ['hostname', `${'a'.repeat(64)}.example.com`],
    ['k8s-short-name', 'A'],
    ['k8s-long-name', 'a..b'],
    ['date-time', '2030-13-01T00:00:00Z'],
  ])('%s: %s', (format, text) => expect(accepts(format, text)).toBe(false));
});

test('dashes in the name of a format are ignored', () => {
  expect(knownFormat('datetime')).toBe('date-time');
  expect(knownFormat('date-time')).toBe('date-time');
  expect(knownFormat('k8sshortname')).toBe('k8s-short-name');
  expect(knownFormat('int-32')).toBeUndefined();
});
