import { type FieldError, forbidden, invalid, oneOf, required } from '../field-errors.ts';
import { metadataIn } from '../json.ts';
import type { Validation } from './validation.ts';

const highest = 1_000_000_000;
/** The classes that the server creates itself. */
const ofSystem: Readonly<Record<string, number>> = {
  'system-node-critical': 2_000_001_000,
  'system-cluster-critical': 2_000_000_000,
};

export const validatePriorityClass: Validation = (priorityClass, old) => {
  if (old !== undefined) return validateUpdate(priorityClass, old);
  const { value = 0, globalDefault = false, preemptionPolicy } = priorityClass;
  const name = String(metadataIn(priorityClass)['name'] ?? '');
  return [
    ...(name.startsWith('system-')
      ? validateSystemClass(name, Number(value), globalDefault === true)
      : Number(value) > highest
        ? [forbidden('value', `maximum allowed value of a user defined priority is ${highest}`)]
        : []),
    ...(preemptionPolicy === ''
      ? [required('preemptionPolicy')]
      : oneOf(preemptionPolicy, ['PreemptLowerPriority', 'Never'], 'preemptionPolicy')),
  ];
};

function validateSystemClass(name: string, value: number, globalDefault: boolean): FieldError[] {
  const expected = ofSystem[name];
  const problem =
    expected === undefined
      ? `${name} is not a known system priority class`
      : expected !== value
        ? `value of ${name} PriorityClass must be ${expected}`
        : globalDefault
          ? `globalDefault of ${name} PriorityClass must be false`
          : undefined;
  if (problem === undefined) return [];
  const reserved = "priority class names with 'system-' prefix are reserved for system use only";
  return [forbidden('metadata.name', `${reserved}. error: ${problem}`)];
}

function validateUpdate(next: Parameters<Validation>[0], old: Parameters<Validation>[0]): FieldError[] {
  const policy = next['preemptionPolicy'];
  return [
    ...((next['value'] ?? 0) === (old['value'] ?? 0)
      ? []
      : [forbidden('value', 'may not be changed in an update.')]),
    ...(policy === old['preemptionPolicy']
      ? []
      : [invalid('preemptionPolicy', policy, 'field is immutable')]),
  ];
}
