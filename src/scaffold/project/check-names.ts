import type { Diagnostic } from '../../diagnostics.ts';
import { asDnsName } from '../../project/dns.ts';
import { invalidName } from '../diagnostics.ts';

const packageName = /^(@[a-z0-9~-][a-z0-9._~-]*\/)?[a-z0-9~-][a-z0-9._~-]*$/;

/** npm's rules for new packages. */
export function checkPackageName(name: string): Diagnostic[] {
  if (packageName.test(name) && name.length <= 214) return [];
  return [
    invalidName({
      message: `'${oneLine(name)}' is not a valid package name: use at most 214 lower-case letters, digits, - . _ and ~`,
      hint: `--package-name ${asDnsName(name.slice(0, 214)) || 'my-operator'}`,
    }),
  ];
}

/** The owner becomes part of a single-line comment. */
export function checkOwner(owner: string): Diagnostic[] {
  if (!/[\p{Cc}\u2028\u2029]/u.test(owner)) return [];
  const message = `'${oneLine(owner)}' is not a valid owner: it must be a single line`;
  return [invalidName({ message, hint: `--owner "${oneLine(owner)}"` })];
}

function oneLine(text: string): string {
  return text.replaceAll(/[^\P{C} ]|\s+/gu, ' ').trim();
}
