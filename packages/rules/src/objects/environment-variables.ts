import { type FieldError, invalid } from '../field-errors.ts';
import { isObject, type JsonObject } from '../json.ts';
import { configKeyProblems } from '../names/config-keys.ts';
import { dns1123Subdomain, invalids, objectIn, requiredText, textIn } from './fields.ts';
import { validateFieldReference, validateResourceReference } from './downward-references.ts';

const nameRule =
  "a valid environment variable name must consist only of printable ASCII characters other than '='";
const single = 'may not have more than one field specified at a time';

/** Environment variables with a value, or a reference to one. */
export function validateEnv(variables: readonly JsonObject[], path: string): FieldError[] {
  return variables.flatMap((variable, i) => [
    ...requiredText(textIn(variable, 'name'), `${path}[${i}].name`, validateName),
    ...(isObject(variable['valueFrom'])
      ? validateSource(variable['valueFrom'], `${path}[${i}].valueFrom`, textIn(variable, 'value') !== '')
      : []),
  ]);
}

function validateName(name: string, path: string): FieldError[] {
  return /^[ -<>-~]+$/.test(name) ? [] : [invalid(path, name, nameRule)];
}

/** The fields of a Pod that a variable can have as its value. */
const inEnvironment = [
  'metadata.name',
  'metadata.namespace',
  'metadata.uid',
  'spec.nodeName',
  'spec.serviceAccountName',
  'status.hostIP',
  'status.hostIPs',
  'status.podIP',
  'status.podIPs',
];

function validateSource(source: JsonObject, path: string, hasValue: boolean): FieldError[] {
  const kinds = ['fieldRef', 'resourceFieldRef', 'configMapKeyRef', 'secretKeyRef', 'fileKeyRef'];
  const given = kinds.filter((kind) => isObject(source[kind]));
  const at = (kind: string): string => `${path}.${kind}`;
  const { fieldRef, resourceFieldRef } = source;
  const list = kinds.map((kind) => `\`${kind}\``);
  const choices = `${list.slice(0, -1).join(', ')} or ${list.at(-1)}`;
  return [
    ...(isObject(fieldRef) ? validateFieldReference(fieldRef, at('fieldRef'), inEnvironment) : []),
    ...(isObject(resourceFieldRef)
      ? validateResourceReference(resourceFieldRef, at('resourceFieldRef'))
      : []),
    ...['configMapKeyRef', 'secretKeyRef']
      .filter((kind) => given.includes(kind))
      .flatMap((kind) => validateKeyReference(objectIn(source, kind), at(kind))),
    ...(given.length === 0 ? [invalid(path, '', `must specify one of: ${choices}`)] : []),
    ...(given.length > 0 && hasValue
      ? [invalid(path, '', 'may not be specified when `value` is not empty')]
      : []),
    ...(given.length > 1 ? [invalid(path, '', single)] : []),
  ];
}

function validateKeyReference(reference: JsonObject, path: string): FieldError[] {
  return [
    ...dns1123Subdomain(textIn(reference, 'name'), `${path}.name`),
    ...requiredText(textIn(reference, 'key'), `${path}.key`, (key, at) =>
      invalids(at, key, configKeyProblems(key)),
    ),
  ];
}

/** All keys of a ConfigMap or a Secret as variables. */
export function validateEnvFrom(sources: readonly JsonObject[], path: string): FieldError[] {
  return sources.flatMap((source, i) => {
    const given = ['configMapRef', 'secretRef'].filter((kind) => isObject(source[kind]));
    const prefix = textIn(source, 'prefix');
    return [
      ...(prefix === '' ? [] : validateName(prefix, `${path}[${i}].prefix`)),
      ...given.flatMap((kind) =>
        dns1123Subdomain(textIn(objectIn(source, kind), 'name'), `${path}[${i}].${kind}.name`),
      ),
      ...(given.length === 0
        ? [invalid(path, '', 'must specify one of: `configMapRef` or `secretRef`')]
        : []),
      ...(given.length > 1 ? [invalid(path, '', single)] : []),
    ];
  });
}
