import {
  hasFormOfDns1035Label,
  hasFormOfDns1123Label,
  hasFormOfDns1123Subdomain,
  longestLabel,
  longestSubdomain,
} from '@opgen/rules/names';

/** A name rule of the API server. Returns what is wrong, or undefined. */
export type NameRule = (name: string) => string | undefined;

/** RFC 1035 label: versions, plurals, and kinds in lower case. */
export const dns1035Label: NameRule = (name) =>
  tooLong(name, longestLabel) ??
  (hasFormOfDns1035Label(name)
    ? undefined
    : 'use lower-case letters, digits and -, with a letter first and no - at the end');

/** RFC 1123 label: names of projects and namespaces. */
export const dns1123Label: NameRule = (name) =>
  tooLong(name, longestLabel) ??
  (hasFormOfDns1123Label(name)
    ? undefined
    : 'use lower-case letters, digits and -, with no - at the beginning or end');

/** RFC 1123 subdomain: API groups and domains. */
export const dns1123Subdomain: NameRule = (name) =>
  tooLong(name, longestSubdomain) ??
  (hasFormOfDns1123Subdomain(name)
    ? undefined
    : 'use lower-case letters, digits, - and ., with a letter or digit at the beginning and end of each part');

/** The suggested correction of an invalid name. */
export function asDnsName(name: string, allowed: RegExp = /[^a-z0-9.-]+/g): string {
  return name
    .toLowerCase()
    .replace(allowed, '-')
    .replace(/^[-.]+|[-.]+$/g, '');
}

function tooLong(name: string, most: number): string | undefined {
  return name.length > most
    ? `it has ${name.length} characters, but the API server allows at most ${most}`
    : undefined;
}
