import type { JSONSchemaProps } from '@opgen/rules/schema';
import { type Change, change } from '../../kubernetes/change.ts';
import { contradictoryLimits } from '../diagnostics.ts';
import type { KeywordProblem, SchemaKeyword } from './keyword.ts';

type LowerName = 'minimum' | 'minLength' | 'minItems' | 'minProperties';
type UpperName = 'maximum' | 'maxLength' | 'maxItems' | 'maxProperties';

interface LimitOptions<N> {
  name: N;
  /** The boolean keyword that makes the limit exclusive. */
  modifier?: 'exclusiveMinimum' | 'exclusiveMaximum';
  /** The values that the limit rejects, in words. */
  rejected(limit: Limit): string;
}

interface Limit {
  value: number;
  /** The value itself is rejected as well. */
  exclusive: boolean;
}

/** A lower and an upper limit of the same property of a value, such as `minLength` and `maxLength`. */
export function limits(
  lower: LimitOptions<LowerName>,
  upper: LimitOptions<UpperName>,
): [SchemaKeyword, SchemaKeyword] {
  return [{ ...limit(lower, 1), check: (schema) => checkOrder(schema, lower, upper) }, limit(upper, -1)];
}

/** In `direction` 1, that of a lower limit, a greater value is stricter. */
function limit(options: LimitOptions<LowerName | UpperName>, direction: 1 | -1): SchemaKeyword {
  const { modifier, name, rejected } = options;
  return {
    name,
    combine: 'both',
    modifier,
    compare(before, after, path): Change[] {
      const [was, is] = [limitOf(before, options), limitOf(after, options)];
      if (was === undefined && is === undefined) return [];
      if (was === undefined)
        return [change('validation-added', path, `${rejected(is as Limit)} are rejected`)];
      if (is === undefined)
        return [change('validation-loosened', path, `${rejected(was)} are no longer rejected`)];
      const difference = compareStrictness(asLower(is, after, direction), asLower(was, before, direction));
      if (difference === 0) return [];
      const message = `${rejected(is)} are rejected; previously, ${rejected(was)} were`;
      return difference > 0
        ? [change('validation-tightened', path, message)]
        : [change('validation-loosened', path, message)];
    },
  };
}

function limitOf(
  schema: JSONSchemaProps,
  { modifier, name }: LimitOptions<LowerName | UpperName>,
): Limit | undefined {
  const value = schema[name];
  // Every length and every count is at least 0.
  if (value === undefined || (value === 0 && /^min(?!imum)/.test(name))) return undefined;
  return { value, exclusive: modifier !== undefined && schema[modifier] === true };
}

/** The limit as a lower one. For integers, an exclusive limit equals the next inclusive one. */
function asLower({ exclusive, value }: Limit, { type }: JSONSchemaProps, direction: 1 | -1): Limit {
  const lower = value * direction;
  if (type !== 'integer') return { value: lower, exclusive };
  return { value: exclusive ? Math.floor(lower) + 1 : Math.ceil(lower), exclusive: false };
}

function compareStrictness(one: Limit, other: Limit): number {
  return one.value - other.value || Number(one.exclusive) - Number(other.exclusive);
}

/** The API server accepts limits that no value satisfies. */
function checkOrder(
  schema: JSONSchemaProps,
  lower: LimitOptions<LowerName>,
  upper: LimitOptions<UpperName>,
): KeywordProblem[] {
  const [least, most] = [limitOf(schema, lower), limitOf(schema, upper)];
  if (least === undefined || most === undefined) return [];
  const [from, to] = [asLower(least, schema, 1), asLower(most, schema, -1)];
  const isEmpty = from.value > -to.value || (from.value === -to.value && (from.exclusive || to.exclusive));
  if (!isEmpty) return [];
  return [
    {
      diagnostic: contradictoryLimits,
      message: `no value satisfies both ${describe(least, lower.name)} and ${describe(most, upper.name)}`,
      hint: least.value > most.value ? 'swap the two limits' : 'widen the limits',
    },
  ];
}

function describe({ exclusive, value }: Limit, name: string): string {
  return `${exclusive ? 'exclusive ' : ''}${name} ${value}`;
}
