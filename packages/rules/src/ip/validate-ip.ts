import { type FieldError, invalid } from '../field-errors.ts';
import { formatIp } from './format-ip.ts';
import { type ParsedIp, parseIp } from './parse-ip.ts';

const addressRule = 'must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)';
const rangeRule = 'must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)';

/** A range of addresses, such as 10.0.0.0/8. */
export interface ParsedCidr extends ParsedIp {
  readonly prefix: number;
}

/** An address in any form that is not ambiguous. */
export function validateIp(text: string, path: string): FieldError[] {
  const address = parseIp(text, { leadingZeros: true });
  if (address === undefined) return [invalid(path, text, addressRule)];
  return [
    ...(parseIp(text) === undefined ? [invalid(path, text, 'must not have leading 0s')] : []),
    ...(isMapped(address) ? [invalid(path, text, 'must not be an IPv4-mapped IPv6 address')] : []),
  ];
}

/** An address in its shortest form, as names of objects need it. */
export function validateCanonicalIp(text: string, path: string): FieldError[] {
  const errors = validateIp(text, path);
  const address = parseIp(text);
  if (errors.length > 0 || address === undefined) return errors;
  const canonical = formatIp(address);
  return canonical === text ? [] : [invalid(path, text, `must be in canonical form ("${canonical}")`)];
}

/** A range whose address has no bits beyond its prefix. */
export function validateCidr(text: string, path: string): FieldError[] {
  const range = parseCidr(text, { leadingZeros: true });
  if (range === undefined) return [invalid(path, text, rangeRule)];
  const hostBits = BigInt(lengthOf(range) - range.prefix);
  const problems = [
    ...(parseCidr(text) === undefined ? ['must not have leading 0s in IP or prefix length'] : []),
    ...(isMapped(range) ? ['must not have an IPv4-mapped IPv6 address'] : []),
    ...((range.bits >> hostBits) << hostBits === range.bits
      ? []
      : ['must not have bits set beyond the prefix length']),
  ];
  return problems.map((problem) => invalid(path, text, problem));
}

/** A range of addresses; undefined if the text is none. */
export function parseCidr(text: string, options: { leadingZeros?: boolean } = {}): ParsedCidr | undefined {
  const slash = text.indexOf('/');
  const size = text.slice(slash + 1);
  const form = options.leadingZeros === true ? /^\d+$/ : /^(?:0|[1-9]\d*)$/;
  const address = slash === -1 ? undefined : parseIp(text.slice(0, slash), options);
  if (address === undefined || !form.test(size) || Number(size) > lengthOf(address)) return undefined;
  return { ...address, prefix: Number(size) };
}

/** Whether a range contains another one and more. */
export function isStrictSubset(inner: ParsedCidr, outer: ParsedCidr): boolean {
  if (inner.family !== outer.family || inner.prefix <= outer.prefix) return false;
  const shift = BigInt(lengthOf(outer) - outer.prefix);
  return inner.bits >> shift === outer.bits >> shift;
}

/** Addresses that no client outside the node can reach, and that endpoints must not have. */
export function validateEndpointAddress(text: string, path: string): FieldError[] {
  const address = parseIp(text, { leadingZeros: true });
  if (address === undefined) return [];
  const { family, bits } = address;
  const isIn = (cidr: string): boolean => {
    const range = parseCidr(cidr);
    if (range === undefined || range.family !== family) return false;
    const shift = BigInt(lengthOf(range) - range.prefix);
    return bits >> shift === range.bits >> shift;
  };
  const problems: string[] = [];
  if (bits === 0n) problems.push(`may not be unspecified (${text})`);
  if (isIn('127.0.0.0/8') || isIn('::1/128'))
    problems.push('may not be in the loopback range (127.0.0.0/8, ::1/128)');
  if (isIn('169.254.0.0/16') || isIn('fe80::/10'))
    problems.push('may not be in the link-local range (169.254.0.0/16, fe80::/10)');
  if (isIn('224.0.0.0/24') || isIn('ff02::/16'))
    problems.push('may not be in the link-local multicast range (224.0.0.0/24, ff02::/10)');
  return problems.map((problem) => invalid(path, text, problem));
}

/** 4 for IPv4, also where it is written as IPv6. */
export function familyOf(address: ParsedIp): 4 | 6 {
  return isMapped(address) ? 4 : address.family;
}

function isMapped({ family, bits }: ParsedIp): boolean {
  return family === 6 && bits >> 32n === 0xffffn;
}

function lengthOf({ family }: ParsedIp): number {
  return family === 4 ? 32 : 128;
}
