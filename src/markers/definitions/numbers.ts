import { isLimitInRange, type JSONSchemaProps } from '@opgen/rules/schema';
import { type Change, change } from '../../kubernetes/change.ts';
import { boolean, number } from '../argument-types.ts';
import { defineMarker, type Rejection } from '../define-marker.ts';
import { contradictoryLimits } from '../diagnostics.ts';
import type { KeywordProblem, SchemaKeyword } from '../keywords/keyword.ts';
import { limits } from '../keywords/limits.ts';

const onNumbers = { on: ['field', 'type'], forItems: true, limits: 'numbers' } as const;

const [minimumKeyword, maximumKeyword] = limits(
  {
    name: 'minimum',
    modifier: 'exclusiveMinimum',
    rejected: ({ exclusive, value }) => `numbers less than ${exclusive ? 'or equal to ' : ''}${value}`,
  },
  {
    name: 'maximum',
    modifier: 'exclusiveMaximum',
    rejected: ({ exclusive, value }) => `numbers greater than ${exclusive ? 'or equal to ' : ''}${value}`,
  },
);

const minimum = defineMarker({
  name: 'validation:Minimum',
  aliases: ['k8s:minimum'],
  ...onNumbers,
  argument: number(),
  summary: 'The minimum of a number.',
  example: '// +validation:Minimum=1',
  keyword: withinRange(minimumKeyword),
  reject: rejectFraction,
});

const exclusiveMinimum = defineMarker({
  name: 'validation:ExclusiveMinimum',
  ...onNumbers,
  argument: boolean(),
  summary: 'Whether the minimum itself is rejected.',
  example: '// +validation:ExclusiveMinimum=true',
  keyword: { name: 'exclusiveMinimum' },
});

const maximum = defineMarker({
  name: 'validation:Maximum',
  aliases: ['k8s:maximum'],
  ...onNumbers,
  argument: number(),
  summary: 'The maximum of a number.',
  example: '// +validation:Maximum=5',
  keyword: withinRange(maximumKeyword),
  reject: rejectFraction,
});

const exclusiveMaximum = defineMarker({
  name: 'validation:ExclusiveMaximum',
  ...onNumbers,
  argument: boolean(),
  summary: 'Whether the maximum itself is rejected.',
  example: '// +validation:ExclusiveMaximum=true',
  keyword: { name: 'exclusiveMaximum' },
});

const multipleOf = defineMarker({
  name: 'validation:MultipleOf',
  ...onNumbers,
  argument: number(),
  summary: 'The number must be a multiple of this one.',
  example: '// +validation:MultipleOf=2',
  keyword: withinRange({ name: 'multipleOf', combine: 'both', compare: compareMultiples }),
  reject: rejectFraction,
});

/** The API server accepts a limit outside the range of its format, but then rejects every value. */
function withinRange(keyword: SchemaKeyword): SchemaKeyword {
  const { check, name } = keyword;
  return {
    ...keyword,
    check: (schema, context) => {
      const limit = schema[name] as number;
      if (isLimitInRange(limit, schema)) return check?.(schema, context) ?? [];
      const format = schema.format ?? 'int64';
      const problem: KeywordProblem = {
        diagnostic: contradictoryLimits,
        message: `the API server rejects every value: ${name} ${limit} is out of range for ${format}`,
        hint: 'remove the marker if the range of the type is the limit, or use another limit',
      };
      return [problem];
    },
  };
}

/** The API server accepts a fractional limit for integers, but then rejects every value. */
function rejectFraction({ type }: JSONSchemaProps, value: number): Rejection | undefined {
  if (type !== 'integer' || Number.isInteger(value)) return undefined;
  return {
    message: `${value} is not an integer, but the field is`,
    hint: 'write an integer, or change the type to Double',
  };
}

function compareMultiples(
  { multipleOf: was }: JSONSchemaProps,
  { multipleOf: is }: JSONSchemaProps,
  path: string,
): Change[] {
  if (was === is) return [];
  if (is === undefined)
    return [change('validation-loosened', path, `numbers that are not multiples of ${was} are accepted`)];
  const message = `numbers that are not multiples of ${is} are rejected`;
  if (was === undefined) return [change('validation-added', path, message)];
  return Number.isInteger(was / is)
    ? [
        change(
          'validation-loosened',
          path,
          `multiples of ${is} are accepted; previously, only those of ${was}`,
        ),
      ]
    : [change('validation-tightened', path, message)];
}

export const numberMarkers = [minimum, exclusiveMinimum, maximum, exclusiveMaximum, multipleOf];
