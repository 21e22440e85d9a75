import { duplicate, type FieldError, invalid, oneOf } from '../field-errors.ts';
import { deepEqual, type JsonObject } from '../json.ts';
import { labelValueProblems } from '../names/qualified-names.ts';
import { invalids, optionalText, qualifiedName, textIn } from './fields.ts';

/** The effects of taints, in the order in which messages name them. */
export const taintEffects = ['NoSchedule', 'PreferNoSchedule', 'NoExecute'];

/** Which taints of nodes a Pod tolerates. */
export function validateTolerations(tolerations: readonly JsonObject[], path: string): FieldError[] {
  return tolerations.flatMap((toleration, i) => validateToleration(toleration, `${path}[${i}]`));
}

function validateToleration(toleration: JsonObject, path: string): FieldError[] {
  const [key, operator] = [textIn(toleration, 'key'), textIn(toleration, 'operator')];
  const [value, effect] = [textIn(toleration, 'value'), textIn(toleration, 'effect')];
  const matchesAll =
    'operator must be Exists when `key` is empty, which means "match all values and all keys"';
  const needsNoExecute = toleration['tolerationSeconds'] !== undefined && effect !== 'NoExecute';
  const isEqual = operator === '' || operator === 'Equal';
  return [
    ...optionalText(key, `${path}.key`, qualifiedName),
    ...(key === '' && operator !== 'Exists' ? [invalid(`${path}.operator`, operator, matchesAll)] : []),
    ...(needsNoExecute
      ? [invalid(`${path}.effect`, effect, "effect must be 'NoExecute' when `tolerationSeconds` is set")]
      : []),
    ...(isEqual ? invalids(`${path}.operator`, value, labelValueProblems(value)) : []),
    ...(operator === 'Exists' && value !== ''
      ? [invalid(`${path}.operator`, value, "value must be empty when `operator` is 'Exists'")]
      : []),
    ...(isEqual || operator === 'Exists' ? [] : oneOf(operator, ['Equal', 'Exists'], `${path}.operator`)),
    ...optionalText(effect, `${path}.effect`, (given, at) => oneOf(given, taintEffects, at)),
  ];
}

/** Reports tolerations that occur twice. */
export function repeatedTolerations(tolerations: readonly JsonObject[], path: string): FieldError[] {
  return tolerations.flatMap((toleration, i) =>
    tolerations.findIndex((other) => deepEqual(other, toleration)) < i
      ? [duplicate(`${path}[${i}]`, toleration)]
      : [],
  );
}
