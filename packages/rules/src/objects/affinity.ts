import { type FieldError, invalid, required } from '../field-errors.ts';
import { isObject, type JsonObject, objectsIn } from '../json.ts';
import { validateLabelSelector } from '../selectors/validate-label-selector.ts';
import { dns1123Label, objectIn, qualifiedName, textIn, textsIn } from './fields.ts';
import { validateNodeSelector, validateNodeSelectorTerm } from './node-selectors.ts';

const requiredField = 'requiredDuringSchedulingIgnoredDuringExecution';
const preferredField = 'preferredDuringSchedulingIgnoredDuringExecution';

/** Near which nodes and Pods a Pod may run, and how much it prefers that. */
export function validateAffinity(affinity: JsonObject, path: string): FieldError[] {
  const { nodeAffinity, podAffinity, podAntiAffinity } = affinity;
  return [
    ...(isObject(nodeAffinity) ? validateNodeAffinity(nodeAffinity, `${path}.nodeAffinity`) : []),
    ...(isObject(podAffinity) ? validatePodAffinity(podAffinity, `${path}.podAffinity`) : []),
    ...(isObject(podAntiAffinity) ? validatePodAffinity(podAntiAffinity, `${path}.podAntiAffinity`) : []),
  ];
}

function validateNodeAffinity(affinity: JsonObject, path: string): FieldError[] {
  const wanted = affinity[requiredField];
  return [
    ...(isObject(wanted) ? validateNodeSelector(wanted, `${path}.${requiredField}`) : []),
    ...objectsIn(affinity[preferredField]).flatMap((term, i) => {
      const at = `${path}.${preferredField}[${i}]`;
      return [
        ...validateWeight(term, at),
        ...validateNodeSelectorTerm(objectIn(term, 'preference'), `${at}.preference`),
      ];
    }),
  ];
}

function validatePodAffinity(affinity: JsonObject, path: string): FieldError[] {
  return [
    ...objectsIn(affinity[requiredField]).flatMap((term, i) =>
      validatePodAffinityTerm(term, `${path}.${requiredField}[${i}]`),
    ),
    ...objectsIn(affinity[preferredField]).flatMap((term, i) => {
      const at = `${path}.${preferredField}[${i}]`;
      return [
        ...validateWeight(term, at),
        ...validatePodAffinityTerm(objectIn(term, 'podAffinityTerm'), `${at}.podAffinityTerm`),
      ];
    }),
  ];
}

function validateWeight({ weight = 0 }: JsonObject, path: string): FieldError[] {
  const isRight = Number(weight) >= 1 && Number(weight) <= 100;
  return isRight ? [] : [invalid(`${path}.weight`, weight, 'must be in the range 1-100')];
}

function validatePodAffinityTerm(term: JsonObject, path: string): FieldError[] {
  const key = textIn(term, 'topologyKey');
  return [
    ...validateLabelSelector(term['labelSelector'], `${path}.labelSelector`),
    ...validateLabelSelector(term['namespaceSelector'], `${path}.namespaceSelector`),
    ...textsIn(term['namespaces']).flatMap((namespace) => dns1123Label(namespace, `${path}.namespace`)),
    ...(key === '' ? [required(`${path}.topologyKey`, 'can not be empty')] : []),
    ...qualifiedName(key, `${path}.topologyKey`),
  ];
}
