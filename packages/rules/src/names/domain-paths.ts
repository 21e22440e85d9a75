import { type FieldError, invalid, tooLong } from '../field-errors.ts';
import { dns1123SubdomainProblem } from './dns-names.ts';

const pathForm = String.raw`[A-Za-z0-9/\-._~%!$&'()*+,;=:]+`;
const pathPattern = new RegExp(`^${pathForm}$`);

/** A name such as `example.com/controller`: a domain, and a path. */
export function validateDomainPath(value: string, path: string): FieldError[] {
  const slash = value.indexOf('/');
  const [domain, rest] = [value.slice(0, slash), value.slice(slash + 1)];
  if (slash === -1 || domain === '' || rest === '')
    return [invalid(path, value, 'must be a domain-prefixed path (such as "acme.io/foo")')];
  const problem = dns1123SubdomainProblem(domain);
  return [
    ...(problem === undefined ? [] : [invalid(path, domain, problem)]),
    ...(pathPattern.test(rest)
      ? []
      : [invalid(path, rest, `Invalid path (regex used for validation is '${pathForm}')`)]),
  ];
}

/** A domain with a path, of a limited length. */
export function validateShortDomainPath(longest: number, value: string, path: string): FieldError[] {
  return [...(value.length > longest ? [tooLong(path, longest)] : []), ...validateDomainPath(value, path)];
}
