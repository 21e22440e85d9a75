import {
  duplicate,
  duplicates,
  type FieldError,
  forbidden,
  invalid,
  oneOf,
  required,
  tooLong,
} from '../field-errors.ts';
import { deepEqual, isObject, type JsonObject, objectsIn } from '../json.ts';
import { immutable, optionalText, qualifiedName, requiredText, textIn, textsIn } from './fields.ts';
import type { Validation } from './validation.ts';

const largestParameters = 256 * 1024;
const mostParameters = 512;

export const validateStorageClass: Validation = (storageClass, old) => [
  ...validateProvisioner(textIn(storageClass, 'provisioner'), 'provisioner'),
  ...validateParameters(storageClass['parameters'], true),
  ...optionalText(textIn(storageClass, 'reclaimPolicy'), 'reclaimPolicy', (value, path) =>
    oneOf(value, ['Delete', 'Retain'], path),
  ),
  ...requiredText(textIn(storageClass, 'volumeBindingMode'), 'volumeBindingMode', (value, path) =>
    oneOf(value, ['Immediate', 'WaitForFirstConsumer'], path),
  ),
  ...validateTopologies(objectsIn(storageClass['allowedTopologies'])),
  ...(old === undefined
    ? []
    : ['parameters', 'provisioner', 'reclaimPolicy', 'volumeBindingMode'].flatMap((name) =>
        immutable(storageClass[name], old[name], name),
      )),
];

/** The name of a driver, in upper or lower case. */
function validateProvisioner(value: string, path: string): FieldError[] {
  return requiredText(value.toLowerCase(), path, qualifiedName);
}

function validateParameters(parameters: unknown, mayBeEmpty: boolean): FieldError[] {
  const entries = Object.entries(isObject(parameters) ? parameters : {});
  const size = entries.reduce((sum, [key, value]) => sum + Buffer.byteLength(key + String(value)), 0);
  return [
    ...(entries.length > mostParameters ? [tooLong('parameters', mostParameters)] : []),
    ...(entries.some(([key]) => key === '') ? [invalid('parameters', '', 'field can not be empty.')] : []),
    ...(size > largestParameters ? [tooLong('parameters', largestParameters)] : []),
    ...(entries.length === 0 && !mayBeEmpty
      ? [required('parameters', 'must contain at least one key/value pair')]
      : []),
  ];
}

function validateTopologies(terms: readonly JsonObject[]): FieldError[] {
  const requirements = terms.map((term) => requirementsOf(term));
  return terms.flatMap((term, i) => {
    const path = `allowedTopologies[${i}].matchLabelExpressions`;
    const expressions = objectsIn(term['matchLabelExpressions']);
    const isRepeated =
      expressions.length === 0 || requirements.findIndex((other) => deepEqual(other, requirements[i])) < i;
    return [
      ...expressions.flatMap((expression, j) => validateExpression(expression, `${path}[${j}]`)),
      ...duplicates(expressions.map(({ key }, j) => [`${path}[${j}].key`, key])),
      ...(isRepeated ? [duplicate(path, '')] : []),
    ];
  });
}

function requirementsOf(term: JsonObject): JsonObject {
  const expressions = objectsIn(term['matchLabelExpressions']);
  return Object.fromEntries(
    expressions.map((expression) => [textIn(expression, 'key'), textsIn(expression['values']).toSorted()]),
  );
}

function validateExpression(expression: JsonObject, path: string): FieldError[] {
  const values = textsIn(expression['values']);
  return [
    ...(values.length === 0 ? [required(`${path}.values`)] : []),
    ...duplicates(values.map((value, i) => [`${path}.values[${i}]`, value])),
    ...qualifiedName(textIn(expression, 'key'), `${path}.key`),
  ];
}

export const validateVolumeAttributesClass: Validation = (attributesClass, old) => {
  const fixed = (name: string): FieldError[] =>
    old === undefined || deepEqual(attributesClass[name] ?? null, old[name] ?? null)
      ? []
      : [forbidden(name, `updates to ${name} are forbidden.`)];
  return [
    ...validateProvisioner(textIn(attributesClass, 'driverName'), 'driverName'),
    ...validateParameters(attributesClass['parameters'], false),
    ...fixed('driverName'),
    ...fixed('parameters'),
  ];
};
