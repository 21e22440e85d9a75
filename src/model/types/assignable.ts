import { alternativesOf } from './alternatives.ts';
import { anchored } from '../pattern.ts';
import { isSameType, type TypeModel, unwrapped } from '../type-model.ts';
import { fieldsIn } from './fields-of.ts';

/** Whether every value of one type is a value of the other; undefined if only a type checker can decide it. */
export function isAssignable(type: TypeModel, to: TypeModel): boolean | undefined {
  const [from, target] = [unwrapped(type), unwrapped(to)];
  if (target.kind === 'anything' || from.kind === 'never' || isSameType(from, target)) return true;
  if (from.kind === 'unreadable' || target.kind === 'unreadable') return undefined;
  if (from.kind === 'optional' || from.kind === 'nullable') {
    if (target.kind === from.kind) return isAssignable(from.type, target.type);
    return target.kind === 'optional' ? isAssignable(from, target.type) : false;
  }
  if (target.kind === 'optional' || target.kind === 'nullable') return isAssignable(from, target.type);
  if (from.kind === 'union') return all(from.variants.map((variant) => isAssignable(variant, target)));
  if (target.kind === 'union') return some(target.variants.map((variant) => isAssignable(from, variant)));
  const [fromParts, targetParts] = [from, target].map(alternativesOf);
  if (fromParts !== undefined) return all(fromParts.map((part) => isAssignable(part, target)));
  if (targetParts !== undefined) return some(targetParts.map((part) => isAssignable(from, part)));
  if (from.kind === 'intOrString' || target.kind === 'intOrString') return undefined;
  if (from.kind === 'literals') {
    if (target.kind === 'literals') return from.values.every((value) => target.values.includes(value));
    if (target.kind === 'pattern')
      return from.values.every((value) => new RegExp(anchored(target.pattern)).test(String(value)));
    const types = new Set(from.values.map((value) => typeof value));
    return types.size === 1 && types.has(scalarOf(target) ?? 'object');
  }
  const [fromScalar, targetScalar] = [scalarOf(from), scalarOf(target)];
  if (fromScalar !== undefined && targetScalar !== undefined)
    return fromScalar === targetScalar && target.kind !== 'literals' && target.kind !== 'pattern';
  if (fromScalar !== undefined || targetScalar !== undefined || target.kind === 'literals') return false;
  if (from.kind === 'list' && target.kind === 'list') return isAssignable(from.element, target.element);
  if (from.kind === 'list' || target.kind === 'list') return false;
  if (target.kind === 'openObject') return true;
  const [fields, wanted] = [fieldsIn(from), fieldsIn(target)];
  if (fields === undefined || wanted === undefined) return undefined;
  return all(
    wanted.map((field) => {
      const own = fields.find(({ name }) => name === field.name);
      if (own === undefined) return field.optional;
      return own.optional && !field.optional ? false : isAssignable(own.type, field.type);
    }),
  );
}

function scalarOf(type: TypeModel): 'string' | 'number' | 'boolean' | undefined {
  switch (type.kind) {
    case 'primitive':
      return type.type;
    case 'number':
      return 'number';
    case 'pattern':
      return 'string';
    case 'runtime':
      if (/^(Integer|Int32|Int64|Double)$/.test(type.name)) return 'number';
      return /^(Duration|Time|MicroTime|Base64|Quantity)$/.test(type.name) ? 'string' : undefined;
    default:
      return undefined;
  }
}

function all(verdicts: readonly (boolean | undefined)[]): boolean | undefined {
  if (verdicts.includes(false)) return false;
  return verdicts.includes(undefined) ? undefined : true;
}

function some(verdicts: readonly (boolean | undefined)[]): boolean | undefined {
  if (verdicts.includes(true)) return true;
  return verdicts.includes(undefined) ? undefined : false;
}
