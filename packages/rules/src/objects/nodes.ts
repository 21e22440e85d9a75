import { type FieldError, invalid, oneOf, required } from '../field-errors.ts';
import { parseCidr, validateCidr } from '../ip/validate-ip.ts';
import { isObject, type JsonObject, objectsIn } from '../json.ts';
import { labelValueProblems, qualifiedNameProblems } from '../names/qualified-names.ts';
import {
  dns1123Label,
  immutable,
  invalids,
  notNegativeQuantity,
  objectIn,
  quantityOf,
  textIn,
  textsIn,
} from './fields.ts';
import { validateLabels } from '../metadata/validate-metadata.ts';
import { standardFinalizers } from '../metadata/finalizers.ts';
import { isCounted, validateContainerResourceName } from './resource-names.ts';
import { repeatedTolerations, taintEffects, validateTolerations } from './tolerations.ts';
import type { Validation } from './validation.ts';

export const validateNode: Validation = (node) => {
  const [spec, status] = [objectIn(node, 'spec'), objectIn(node, 'status')];
  return [
    ...validateTaints(objectsIn(spec['taints']), 'metadata.taints'),
    ...validateAmounts(objectIn(status, 'capacity'), 'status.capacity'),
    ...validateAmounts(objectIn(status, 'allocatable'), 'status.allocatable'),
    ...validatePodCidrs(textsIn(spec['podCIDRs']), 'spec.podCIDRs'),
  ];
};

function validateTaints(taints: readonly JsonObject[], path: string): FieldError[] {
  return taints.flatMap((taint, i) => {
    const at = `${path}[${i}]`;
    const [key, value, effect] = [textIn(taint, 'key'), textIn(taint, 'value'), textIn(taint, 'effect')];
    const isRepeated =
      taints.findIndex((other) => textIn(other, 'key') === key && textIn(other, 'effect') === effect) < i;
    return [
      ...invalids(`${at}.key`, key, qualifiedNameProblems(key)),
      ...invalids(`${at}.value`, value, labelValueProblems(value)),
      ...(effect === '' ? [required(`${at}.effect`)] : oneOf(effect, taintEffects, `${at}.effect`)),
      ...(isRepeated
        ? [
            {
              type: 'Duplicate' as const,
              field: at,
              value: taint,
              detail: 'taints must be unique by key and effect pair',
            },
          ]
        : []),
    ];
  });
}

function validateAmounts(amounts: JsonObject, path: string): FieldError[] {
  return Object.entries(amounts).flatMap(([name, value]) => {
    const quantity = quantityOf(value);
    const isFraction = quantity !== undefined && !Number.isInteger(quantity.toNumber());
    return [
      ...notNegativeQuantity(value, `${path}.${name}`),
      ...(isFraction && isCounted(name)
        ? [invalid(`${path}.${name}`, String(quantity), 'must be an integer')]
        : []),
    ];
  });
}

function validatePodCidrs(cidrs: readonly string[], path: string): FieldError[] {
  const families = new Set(cidrs.map((cidr) => parseCidr(cidr)?.family));
  return [
    ...cidrs.flatMap((cidr, i) => validateCidr(cidr, `${path}[${i}]`)),
    ...(families.size < cidrs.length
      ? [invalid(path, cidrs, 'may specify no more than one CIDR for each IP family')]
      : []),
  ];
}

export const validateRuntimeClass: Validation = (runtimeClass, old) => {
  const { handler, overhead, scheduling } = runtimeClass;
  const podFixed = objectIn(isObject(overhead) ? overhead : {}, 'podFixed');
  const tolerations = objectsIn(isObject(scheduling) ? scheduling['tolerations'] : undefined);
  const nodeSelector = objectIn(isObject(scheduling) ? scheduling : {}, 'nodeSelector');
  return [
    ...validateHandler(textIn(runtimeClass, 'handler')),
    ...(old === undefined ? [] : immutable(handler, old['handler'], 'handler')),
    ...Object.entries(podFixed).flatMap(([name, value]) => [
      ...validateContainerResourceName(name, `overhead.limits[${name}]`),
      ...notNegativeQuantity(value, `overhead.limits[${name}]`),
    ]),
    ...validateLabels(nodeSelector as Record<string, string>, 'scheduling.nodeSelector'),
    ...validateTolerations(tolerations, 'scheduling.tolerations'),
    ...repeatedTolerations(tolerations, 'scheduling.tolerations'),
  ];
};

function validateHandler(handler: string): FieldError[] {
  if (handler === '') return [required('handler')];
  return dns1123Label(handler, 'handler');
}

export const validateNamespace: Validation = (namespace) =>
  textsIn(objectIn(namespace, 'spec')['finalizers']).flatMap((name) => {
    const path = 'spec.finalizers';
    const problems = qualifiedNameProblems(name);
    if (problems.length > 0) return invalids(path, name, problems);
    if (name.includes('/') || standardFinalizers.has(name)) return [];
    return [invalid(path, name, 'name is neither a standard finalizer name nor is it fully qualified')];
  });
