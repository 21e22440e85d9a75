import type { CheckedExpression } from '../check/checked-expression.ts';
import { type Overload, accepts } from '../functions/overload.ts';
import type {
  CallExpression,
  Expression,
  IdentifierExpression,
  ListExpression,
  LiteralValue,
  MapExpression,
  SelectExpression,
  StructExpression,
} from '../syntax/expression.ts';
import { ArrayList, EntryMap, keyOf, type MapKey } from '../values/containers.ts';
import { EvaluationError, NoSuchOverload } from '../values/evaluation-error.ts';
import { type List, Optional, TypeValue, Uint, type Value, isList, isMapping } from '../values/value.ts';
import { Struct } from '../values/struct.ts';
import { costOfCall } from '../cost/actual.ts';
import { conversions } from '../libraries/conversions.ts';
import { element } from '../libraries/operators.ts';
import { optionalElement, selected } from './access.ts';
import { planComprehension } from './comprehension.ts';
import { type Evaluate, settled } from './evaluate.ts';
import { Meter } from './meter.ts';
import { lookup } from './scope.ts';

const constantly = (constant: Value): Evaluate => Object.assign(() => constant, { constant });

/** Constants are evaluated once, without a cost limit. */
const madeOnce = (evaluate: Evaluate): Value => evaluate(undefined, new Meter(Infinity));

const isConstant = ({ constant }: Evaluate): boolean => constant !== undefined;

const listCost = 10;
const mapCost = 30;
const structCost = 40;

/**
 * Compiles an expression to a function, so that evaluations do not walk the tree. Throws an EvaluationError if the
 * evaluation of a constant part fails.
 */
export function plan(checked: CheckedExpression, expression: Expression = checked.expression): Evaluate {
  switch (expression.kind) {
    case 'literal':
      return constantly(valueOf(expression.value));
    case 'identifier':
      return planName(checked, expression);
    case 'select':
      return planSelect(checked, expression);
    case 'call':
      return planCall(checked, expression);
    case 'list':
      return planList(checked, expression);
    case 'map':
      return planMap(checked, expression);
    case 'comprehension':
      return planComprehension(expression, (part) => plan(checked, part));
    case 'struct':
      return planStruct(checked, expression);
  }
}

function valueOf(literal: LiteralValue): Value {
  return typeof literal === 'object' && literal !== null && 'uint' in literal
    ? new Uint(literal.uint)
    : literal;
}

function planName(checked: CheckedExpression, expression: IdentifierExpression | SelectExpression): Evaluate {
  const reference = checked.referenceOf(expression);
  if (reference?.kind === 'type') return constantly(new TypeValue(reference.name));
  const name = reference?.name ?? '';
  return (scope, meter) => {
    meter.spend(1);
    return lookup(scope, name);
  };
}

function planSelect(checked: CheckedExpression, expression: SelectExpression): Evaluate {
  if (checked.referenceOf(expression) !== undefined) return planName(checked, expression);
  const { field, presence } = expression;
  const operand = plan(checked, expression.operand);
  if (presence) return (scope, meter) => isPresent(operand(scope, meter), field);
  return (scope, meter) => {
    const target = operand(scope, meter);
    meter.spend(1);
    return selected(target, field);
  };
}

function isPresent(target: Value, field: string): boolean {
  if (target instanceof Optional) return target.present && isPresent(target.value, field);
  if (!isMapping(target)) throw new NoSuchOverload();
  return target.find(field) !== undefined;
}

function planCall(checked: CheckedExpression, expression: CallExpression): Evaluate {
  const args = expression.args.map((argument) => plan(checked, argument));
  switch (expression.name) {
    case '_&&_':
      return planLogic(args, false);
    case '_||_':
      return planLogic(args, true);
    case '_?_:_':
      return planConditional(args as [Evaluate, Evaluate, Evaluate]);
    case '@not_strictly_false':
      return (scope, meter) => {
        const value = settled(args[0]!, scope, meter);
        meter.spend(1);
        return value !== false;
      };
    case '_?._':
    case '_[?_]':
      return planOptionalAccess(args as [Evaluate, Evaluate]);
  }
  const reference = checked.referenceOf(expression);
  if (reference?.kind !== 'function')
    throw new Error(`the call of ${expression.name} has not been type-checked`);
  if (reference.overloads.every(({ id }) => id.startsWith('optional_or'))) {
    return planAlternative(plan(checked, expression.target!), args[0]!, reference.name === 'orValue');
  }
  const target = expression.target;
  const operands = target === undefined || reference.isNamespaced ? args : [plan(checked, target), ...args];
  const list = operands[1]?.constant;
  if (reference.name === '@in' && isList(list)) {
    const members = membersOf(list);
    if (members !== undefined) return planMembership(operands[0]!, members);
  }
  return planFunction(reference.name, prepared(reference.overloads, operands), operands);
}

/** Looks a value up among the constants of a list. Unlike ==, it compares an int with a double exactly. */
function planMembership(operand: Evaluate, members: ReadonlySet<MapKey>): Evaluate {
  return (scope, meter) => {
    const key = keyOf(operand(scope, meter));
    return key !== undefined && members.has(key);
  };
}

/** The elements of a list as keys; undefined if one of them cannot be a key. */
function membersOf(list: List): ReadonlySet<MapKey> | undefined {
  const keys = [...list].map(keyOf);
  return keys.includes(undefined) ? undefined : new Set(keys as MapKey[]);
}

/** Calls the first overload whose parameters accept the arguments. */
function planFunction(name: string, overloads: readonly Overload[], operands: readonly Evaluate[]): Evaluate {
  const isFree = name === '@in' && operands[1]!.constant !== undefined;
  const evaluate: Evaluate = (scope, meter) => {
    const values = operands.map((operand) => operand(scope, meter));
    const overload = overloads.find(({ parameters }) => allAccepted(parameters, values));
    if (overload === undefined) return withoutOverload(name, values);
    const result = invoke(overload, values);
    if (!isFree) meter.spend(costOfCall(name, overload.id, values, result));
    return result;
  };
  const isFoldable = operands.length === 1 && Object.hasOwn(conversions, name) && isConstant(operands[0]!);
  return isFoldable ? constantly(madeOnce(evaluate)) : evaluate;
}

/** The overloads with a literal regular expression already compiled. */
function prepared(overloads: readonly Overload[], [, operand]: readonly Evaluate[]): readonly Overload[] {
  const pattern = operand?.constant;
  if (typeof pattern !== 'string') return overloads;
  return overloads.map((overload) =>
    overload.withPattern === undefined ? overload : { ...overload, evaluate: overload.withPattern(pattern) },
  );
}

function allAccepted(parameters: Overload['parameters'], values: readonly Value[]): boolean {
  return (
    parameters.length === values.length && parameters.every((type, index) => accepts(type, values[index]!))
  );
}

/** Indexing accepts more than its overloads: an optional target, which gives an optional, and any number for a list. */
function withoutOverload(name: string, [target, index]: readonly Value[]): Value {
  if (name === '_[_]' && target instanceof Optional) return optionalElement(target, index!);
  if (name === '_[_]' && isList(target)) return element(target, index!);
  throw new NoSuchOverload();
}

function invoke({ evaluate }: Overload, values: readonly Value[]): Value {
  return (evaluate as (...args: readonly Value[]) => Value)(...values);
}

/** `&&` and `||`: one operand can decide the result even if the other one is an error. */
function planLogic(operands: readonly Evaluate[], decisive: boolean): Evaluate {
  return (scope, meter) => {
    let failure: EvaluationError | undefined;
    for (const operand of operands) {
      const value = settled(operand, scope, meter);
      if (value === decisive) return decisive;
      if (value !== !decisive) failure ??= value instanceof EvaluationError ? value : new NoSuchOverload();
    }
    if (failure !== undefined) throw failure;
    return !decisive;
  };
}

/** `optional.or(other)` and `optional.orValue(value)`: the alternative is evaluated only if the optional is empty. */
function planAlternative(first: Evaluate, otherwise: Evaluate, unwrap: boolean): Evaluate {
  return (scope, meter) => {
    const optional = first(scope, meter);
    if (!(optional instanceof Optional)) throw new NoSuchOverload();
    if (!optional.present) return otherwise(scope, meter);
    return unwrap ? optional.value : optional;
  };
}

function planConditional([condition, yes, no]: readonly [Evaluate, Evaluate, Evaluate]): Evaluate {
  return (scope, meter) => {
    const value = condition(scope, meter);
    if (typeof value !== 'boolean') throw new NoSuchOverload();
    return value ? yes(scope, meter) : no(scope, meter);
  };
}

function planOptionalAccess([target, index]: readonly [Evaluate, Evaluate]): Evaluate {
  return (scope, meter) => {
    const container = target(scope, meter);
    const key = index(scope, meter);
    meter.spend(1);
    return optionalElement(container, key);
  };
}

function planList(checked: CheckedExpression, { elements }: ListExpression): Evaluate {
  const plans = elements.map(({ value, optional }) => ({ evaluate: plan(checked, value), optional }));
  const evaluate: Evaluate = (scope, meter) => {
    const items: Value[] = [];
    for (const { evaluate: element, optional } of plans) {
      const item = optional ? unwrapped(element(scope, meter)) : element(scope, meter);
      if (item !== undefined) items.push(item);
    }
    meter.spend(listCost);
    return ArrayList.of(items);
  };
  return plans.every((part) => isConstant(part.evaluate)) ? constantly(madeOnce(evaluate)) : evaluate;
}

function planMap(checked: CheckedExpression, { entries }: MapExpression): Evaluate {
  const plans = entries.map(({ key, value, optional }) => ({
    key: plan(checked, key),
    value: plan(checked, value),
    optional,
  }));
  const evaluate: Evaluate = (scope, meter) => {
    const made: [Value, Value][] = [];
    for (const { key, value, optional } of plans) {
      const name = key(scope, meter);
      const item = optional ? unwrapped(value(scope, meter)) : value(scope, meter);
      if (item !== undefined) made.push([name, item]);
    }
    meter.spend(mapCost);
    return EntryMap.of(made);
  };
  const constant = plans.every(({ key, value }) => isConstant(key) && isConstant(value));
  return constant ? constantly(madeOnce(evaluate)) : evaluate;
}

function unwrapped(value: Value): Value | undefined {
  if (!(value instanceof Optional))
    throw new EvaluationError('cannot initialize optional entry from non-optional value');
  return value.present ? value.value : undefined;
}

function planStruct(checked: CheckedExpression, { typeName, fields }: StructExpression): Evaluate {
  const plans = fields.map(({ name, value, optional }) => ({
    name,
    evaluate: plan(checked, value),
    optional,
  }));
  return (scope, meter) => {
    const made = new Map<string, Value>();
    for (const { name, evaluate, optional } of plans) {
      const value = optional ? unwrapped(evaluate(scope, meter)) : evaluate(scope, meter);
      if (value !== undefined) made.set(name, value);
    }
    meter.spend(structCost);
    return new Struct(typeName.replace(/^\./, ''), made);
  };
}
