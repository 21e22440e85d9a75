import { clausesOf, unfit } from '../libraries/format-clause.ts';
import { Machine } from '../../re2/machine.ts';
import { PatternError } from '../../re2/pattern.ts';
import type { CallExpression, Expression } from '../syntax/expression.ts';
import { timestamp } from '../values/arithmetic.ts';
import { readDuration } from '../../duration/duration.ts';
import { EvaluationError } from '../values/evaluation-error.ts';
import { parseTimestamp } from '../values/timestamps.ts';
import type { Type } from '../types/type.ts';
import { formatType, sameType } from '../types/type.ts';
import { unwrapOptional } from '../types/unify.ts';
import type { CheckedExpression } from './checked-expression.ts';
import * as wording from './error-messages.ts';

export interface LiteralProblem {
  readonly message: string;
  readonly offset: number;
}

/**
 * Errors in literals that types do not reveal: invalid times, durations, regular expressions and format strings, and
 * lists and maps of mixed types, which are valid only as arguments of format().
 */
export function checkLiterals(checked: CheckedExpression): LiteralProblem[] {
  return walk(checked, checked.expression, false);
}

function walk(checked: CheckedExpression, expression: Expression, mixed: boolean): LiteralProblem[] {
  const problems = ownProblems(checked, expression, mixed);
  const inner = mixed || (expression.kind === 'call' && expression.name === 'format');
  for (const part of partsOf(expression)) problems.push(...walk(checked, part, inner));
  return problems;
}

function ownProblems(checked: CheckedExpression, expression: Expression, mixed: boolean): LiteralProblem[] {
  switch (expression.kind) {
    case 'call':
      return [...argumentProblems(expression), ...formatProblems(checked, expression)];
    case 'list': {
      if (mixed) return [];
      return differing(
        checked,
        expression.elements.map(({ value }) => value),
      ).slice(0, 1);
    }
    case 'map': {
      if (mixed) return [];
      const keys = expression.entries.map(({ key }) => key);
      const values = expression.entries.map(({ value }) => value);
      return [...differing(checked, keys), ...differing(checked, values)];
    }
    default:
      return [];
  }
}

function argumentProblems({ name, args }: CallExpression): LiteralProblem[] {
  const [first] = args;
  if (first?.kind !== 'literal' || !Object.hasOwn(checks, name) || checks[name]!(first.value)) return [];
  return [{ message: `invalid ${name} argument`, offset: first.offset }];
}

const checks: Readonly<Record<string, (value: unknown) => boolean>> = {
  duration: (value) => typeof value === 'string' && readDuration(value) !== undefined,
  timestamp: (value) => {
    if (typeof value === 'string') return isTimestamp(parseTimestamp(value));
    return typeof value === 'bigint' && isTimestamp(value * 1_000_000_000n);
  },
  matches: (value) => typeof value !== 'string' || isPattern(value),
};

function isTimestamp(nanoseconds: bigint | undefined): boolean {
  if (nanoseconds === undefined) return false;
  try {
    timestamp(nanoseconds);
    return true;
  } catch (error) {
    if (error instanceof EvaluationError) return false;
    throw error;
  }
}

function isPattern(text: string): boolean {
  try {
    return new Machine(text) instanceof Machine;
  } catch (error) {
    if (error instanceof PatternError) return false;
    throw error;
  }
}

function differing(checked: CheckedExpression, elements: readonly Expression[]): LiteralProblem[] {
  const types = elements.map((element) => unwrapOptional(checked.typeOf(element)));
  const [first] = types;
  return elements.flatMap((element, index) =>
    sameType(first!, types[index]!)
      ? []
      : [{ message: wording.mismatch(first!, types[index]!), offset: element.offset }],
  );
}

/** Checks a literal format string with a list of arguments, such as `'%d'.format(['a'])`. */
function formatProblems(
  checked: CheckedExpression,
  { name, target, args, offset }: CallExpression,
): LiteralProblem[] {
  const [list] = args;
  if (name !== 'format' || target?.kind !== 'literal' || list?.kind !== 'list') return [];
  if (typeof target.value !== 'string') return [];
  let used = 0;
  for (const part of clausesOf(target.value)) {
    if (typeof part === 'string') continue;
    const argument = list.elements[used]?.value;
    if (argument === undefined) return [{ message: `index ${used} out of range`, offset }];
    if (part instanceof EvaluationError) return [{ message: part.message, offset }];
    const wrong =
      part.letter === 's' ? unprintable(checked, argument) : unfitting(checked, argument, part.letter);
    if (wrong !== undefined) {
      return [
        {
          message: unfit(part.letter, formatType(checked.typeOf(wrong)).replace(/\(.*/, '')),
          offset: wrong.offset,
        },
      ];
    }
    used++;
  }
  const given = list.elements.length;
  const message = `too many arguments supplied to string.format (expected ${used}, got ${given})`;
  return given > used ? [{ message, offset }] : [];
}

const accepted: Readonly<Record<string, readonly Type['kind'][]>> = {
  d: ['int', 'uint'],
  f: ['double', 'string'],
  e: ['double', 'string'],
  b: ['int', 'uint', 'bool'],
  x: ['int', 'uint', 'string', 'bytes'],
  X: ['int', 'uint', 'string', 'bytes'],
  o: ['int', 'uint'],
};

function unfitting(checked: CheckedExpression, argument: Expression, letter: string): Expression | undefined {
  const { kind } = checked.typeOf(argument);
  return kind === 'dyn' || accepted[letter]!.includes(kind) ? undefined : argument;
}

/** The part of an argument that %s cannot format. */
function unprintable(checked: CheckedExpression, argument: Expression): Expression | undefined {
  const { kind } = checked.typeOf(argument);
  if (kind === 'object' || kind === 'opaque') return argument;
  if (argument.kind !== 'list' && argument.kind !== 'map') return undefined;
  for (const part of partsOf(argument)) {
    const wrong = unprintable(checked, part);
    if (wrong !== undefined) return wrong;
  }
  return undefined;
}

function partsOf(expression: Expression): readonly Expression[] {
  switch (expression.kind) {
    case 'select':
      return [expression.operand];
    case 'call':
      return [...(expression.target === undefined ? [] : [expression.target]), ...expression.args];
    case 'list':
      return expression.elements.map(({ value }) => value);
    case 'map':
      return expression.entries.flatMap(({ key, value }) => [key, value]);
    case 'struct':
      return expression.fields.map(({ value }) => value);
    case 'comprehension':
      return [expression.range, expression.initial, expression.condition, expression.step, expression.result];
    default:
      return [];
  }
}
