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
    : 'it must be lower-case letters, digits and -, begin with a letter and not end with -');

/** RFC 1123 label: names of projects and namespaces. */
export const dns1123Label: NameRule = (name) =>
  tooLong(name, longestLabel) ??
  (hasFormOfDns1123Label(name)
    ? undefined
    : 'it must be lower-case letters, digits and -, and neither begin nor end with -');

/** RFC 1123 subdomain: API groups and domains. */
export const dns1123Subdomain: NameRule = (name) =>
  tooLong(name, longestSubdomain) ??
  (hasFormOfDns1123Subdomain(name)
    ? undefined
    : 'it must be lower-case letters, digits, - and ., and each part must begin and end with a letter or a digit');

/** The suggested correction of an invalid name. */
export function asDnsName(name: string, allowed: RegExp = /[^a-z0-9.-]+/g): string {
  return name
    .toLowerCase()
    .replace(allowed, '-')
    .replace(/^[-.]+|[-.]+$/g, '');
}

function tooLong(name: string, most: number): string | undefined {
  return name.length > most
    ? `it has ${name.length} characters, and the API server allows ${most}`
    : undefined;
}
