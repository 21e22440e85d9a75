import { wholeNumber } from '../libraries/operators.ts';
import { EvaluationError, NoSuchOverload } from '../values/evaluation-error.ts';
import { Optional, type Value, isList, isMapping } from '../values/value.ts';

/** target.field */
export function selected(target: Value, field: string): Value {
  if (target instanceof Optional) return optionalElement(target, field);
  if (!isMapping(target)) throw new NoSuchOverload();
  const value = target.find(field);
  if (value === undefined) throw new EvaluationError(`no such key: ${field}`);
  return value;
}

/** `target[?key]` and `target.?key`, and also `target[key]` and `target.key` if the target is an optional. */
export function optionalElement(target: Value, key: Value): Optional {
  if (target instanceof Optional) return target.present ? optionalElement(target.value, key) : Optional.none;
  const value = isMapping(target) ? target.find(key) : listElement(target, key);
  return value === undefined ? Optional.none : Optional.of(value);
}

function listElement(target: Value, key: Value): Value | undefined {
  if (!isList(target)) throw new NoSuchOverload();
  const index = wholeNumber(key);
  return index === undefined || index < 0 || index >= target.size ? undefined : target.at(index);
}
