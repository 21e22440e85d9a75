import type { JSONSchemaProps } from '../kubernetes/json-schema.ts';
import type { ServerRules } from './server-rules.ts';

const unicodeNames =
  'write a category by its letters, \\p{L}, or a script, \\p{Greek}: before 1.35 the API server knows no longer names, and since then none with _';
const hint = 'the API server uses RE2: no lookaround, no backreferences, \\x{…} in place of \\u';

/** What is wrong with a pattern, and the way out. */
export function wrongInPattern(
  { pattern }: JSONSchemaProps,
  server: ServerRules,
): { message: string; hint: string } | undefined {
  const reason = pattern === undefined ? undefined : server.wrongInPattern(pattern);
  if (reason === undefined) return undefined;
  const [, unknown] =
    /(?:unsupported Perl syntax|invalid escape sequence|invalid named capture|range(?=: `\\p)): `([^`]*)`$/i.exec(
      reason,
    ) ?? [];
  const told = reason.replace('error parsing regexp: ', '');
  const message =
    unknown === undefined
      ? `the pattern is no regular expression: ${told}`
      : `RE2 does not know '${unknown}'`;
  return { message, hint: unknown !== undefined && /^\\p/i.test(unknown) ? unicodeNames : hint };
}
