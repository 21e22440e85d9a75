import type { JSONSchemaProps } from '@opgen/rules/schema';
import { type Change, change, type ChangeRule } from '../../kubernetes/change.ts';
import { count, quotedText } from '../argument-types.ts';
import { defineMarker } from '../define-marker.ts';
import { invalidPattern } from '../diagnostics.ts';
import type { CheckContext, KeywordProblem } from '../keywords/keyword.ts';
import { limits } from '../keywords/limits.ts';

const onText = { on: ['field', 'type'], forItems: true, limits: 'text' } as const;

const [minLengthKeyword, maxLengthKeyword] = limits(
  { name: 'minLength', rejected: ({ value }) => `strings shorter than ${value} characters` },
  { name: 'maxLength', rejected: ({ value }) => `strings longer than ${value} characters` },
);

const minLength = defineMarker({
  name: 'validation:MinLength',
  aliases: ['k8s:minLength'],
  ...onText,
  argument: count(),
  summary: 'The minimum number of characters.',
  example: '// +validation:MinLength=1',
  keyword: minLengthKeyword,
});

const maxLength = defineMarker({
  name: 'validation:MaxLength',
  aliases: ['k8s:maxLength'],
  ...onText,
  argument: count(),
  summary: 'The maximum number of characters.',
  example: '// +validation:MaxLength=63',
  keyword: maxLengthKeyword,
});

const pattern = defineMarker({
  name: 'validation:Pattern',
  ...onText,
  argument: quotedText(),
  summary: 'A regular expression (RE2) that the string must match.',
  example: '// +validation:Pattern=`^[a-z0-9-]+$`',
  keyword: { name: 'pattern', combine: 'both', compare: comparePatterns, check: checkPattern },
});

function comparePatterns(
  { pattern: was }: JSONSchemaProps,
  { pattern: is }: JSONSchemaProps,
  path: string,
): Change[] {
  if (was === is) return [];
  if (is === undefined)
    return [change('validation-loosened', path, `strings that do not match ${was} are accepted`)];
  const rule: ChangeRule = was === undefined ? 'validation-added' : 'validation-tightened';
  return [change(rule, path, `strings that do not match ${is} are rejected`)];
}

const differencesOfRe2 = 'the API server uses RE2: no lookaround, no backreferences, \\x{…} instead of \\u';
const unicodeClasses =
  'use the short name of a category, \\p{L}, or a script, \\p{Greek}: API servers before 1.35 do not support long names, and later ones none with _';

function checkPattern({ pattern = '' }: JSONSchemaProps, { patternError }: CheckContext): KeywordProblem[] {
  const error = patternError(pattern);
  if (error === undefined) return [];
  const [, unknown] =
    /(?:unsupported Perl syntax|invalid escape sequence|invalid named capture|range(?=: `\\p)): `([^`]*)`$/i.exec(
      error,
    ) ?? [];
  const message =
    unknown === undefined
      ? `the pattern is not a valid regular expression: ${error.replace('error parsing regexp: ', '')}`
      : `RE2 does not support '${unknown}'`;
  const hint = unknown !== undefined && /^\\p/i.test(unknown) ? unicodeClasses : differencesOfRe2;
  return [{ diagnostic: invalidPattern, message, hint }];
}

export const stringMarkers = [minLength, maxLength, pattern];
