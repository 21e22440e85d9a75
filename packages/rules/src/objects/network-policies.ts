import { type FieldError, forbidden, invalid, oneOf, required } from '../field-errors.ts';
import { isStrictSubset, parseCidr, validateCidr } from '../ip/validate-ip.ts';
import { isObject, type JsonObject, objectsIn } from '../json.ts';
import { validateLabelSelector } from '../selectors/validate-label-selector.ts';
import { objectIn, requiredText, textIn, textsIn } from './fields.ts';
import { validatePort, validatePortOrName } from './ports.ts';
import type { Validation } from './validation.ts';

const types = ['Ingress', 'Egress'];

export const validateNetworkPolicy: Validation = (policy) => {
  const spec = objectIn(policy, 'spec');
  const policyTypes = textsIn(spec['policyTypes']);
  return [
    ...validateLabelSelector(spec['podSelector'], 'spec.podSelector'),
    ...objectsIn(spec['ingress']).flatMap((rule, i) => validateRule(rule, 'from', `spec.ingress[${i}]`)),
    ...objectsIn(spec['egress']).flatMap((rule, i) => validateRule(rule, 'to', `spec.egress[${i}]`)),
    ...(policyTypes.length > types.length
      ? [invalid('spec.policyTypes', policyTypes, 'may not specify more than two policyTypes')]
      : policyTypes.flatMap((type, i) => oneOf(type, types, `spec.policyTypes[${i}]`))),
  ];
};

function validateRule(rule: JsonObject, peers: 'from' | 'to', path: string): FieldError[] {
  return [
    ...objectsIn(rule['ports']).flatMap((port, i) => validatePolicyPort(port, `${path}.ports[${i}]`)),
    ...objectsIn(rule[peers]).flatMap((peer, i) => validatePeer(peer, `${path}.${peers}[${i}]`)),
  ];
}

function validatePolicyPort({ protocol, port, endPort }: JsonObject, path: string): FieldError[] {
  return [
    ...oneOf(protocol, ['TCP', 'UDP', 'SCTP'], `${path}.protocol`),
    ...validatePortOrName(port, `${path}.port`),
    ...(endPort === undefined ? [] : validateEndPort(endPort, port, `${path}.endPort`)),
  ];
}

function validateEndPort(endPort: unknown, port: unknown, path: string): FieldError[] {
  if (port === undefined)
    return [invalid(path, endPort, 'may not be specified when `port` is not specified')];
  if (typeof port !== 'number')
    return [invalid(path, endPort, 'may not be specified when `port` is non-numeric')];
  return [
    ...(Number(endPort) < port ? [invalid(path, port, 'must be greater than or equal to `port`')] : []),
    ...validatePort(endPort, path),
  ];
}

function validatePeer({ podSelector, namespaceSelector, ipBlock }: JsonObject, path: string): FieldError[] {
  const selectors = [podSelector, namespaceSelector].filter(isObject);
  return [
    ...validateLabelSelector(podSelector, `${path}.podSelector`),
    ...validateLabelSelector(namespaceSelector, `${path}.namespaceSelector`),
    ...(isObject(ipBlock) ? validateBlock(ipBlock, `${path}.ipBlock`) : []),
    ...(isObject(ipBlock) && selectors.length > 0
      ? [forbidden(path, 'may not specify both ipBlock and another peer')]
      : []),
    ...(!isObject(ipBlock) && selectors.length === 0 ? [required(path, 'must specify a peer')] : []),
  ];
}

function validateBlock(block: JsonObject, path: string): FieldError[] {
  const cidr = textIn(block, 'cidr');
  const errors = requiredText(cidr, `${path}.cidr`, validateCidr);
  const range = parseCidr(cidr, { leadingZeros: true });
  if (range === undefined) return errors;
  const exceptions = textsIn(block['except']).flatMap((except, i) => {
    const at = `${path}.except[${i}]`;
    const inner = parseCidr(except, { leadingZeros: true });
    const isInside = inner === undefined || isStrictSubset(inner, range);
    const outside = isInside ? [] : [invalid(at, except, 'must be a strict subset of `cidr`')];
    return [...validateCidr(except, at), ...outside];
  });
  return [...errors, ...exceptions];
}
