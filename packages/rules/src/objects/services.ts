import { duplicates, type FieldError, invalid, oneOf, required } from '../field-errors.ts';
import { isObject, type JsonObject, objectsIn } from '../json.ts';
import { validateName, validatePort, validateProtocol } from './pod-spec.ts';
import type { Validation } from './validation.ts';

const types = ['ClusterIP', 'ExternalName', 'LoadBalancer', 'NodePort'];

export const validateService: Validation = ({ spec }, old) => {
  if (!isObject(spec)) return [];
  const ports = objectsIn(spec['ports']);
  const isHeadless = spec['clusterIP'] === 'None';
  const needsPorts = !isHeadless && spec['type'] !== 'ExternalName';
  return [
    ...(needsPorts && ports.length === 0 ? [required('spec.ports')] : []),
    ...(spec['type'] === 'ExternalName' && !spec['externalName'] ? [required('spec.externalName')] : []),
    ...ports.flatMap((port, i) => validateServicePort(port, `spec.ports[${i}]`, ports.length > 1)),
    ...duplicates(ports.flatMap(({ name }, i) => (name ? [[`spec.ports[${i}].name`, name] as const] : []))),
    ...samePorts(ports),
    ...oneOf(spec['type'], types, 'spec.type'),
    ...oneOf(spec['sessionAffinity'], ['ClientIP', 'None'], 'spec.sessionAffinity'),
    ...keepsAddress(spec, old?.['spec']),
  ];
};

function validateServicePort(given: JsonObject, path: string, isOneOfSeveral: boolean): FieldError[] {
  const { name, port, protocol, targetPort } = given;
  return [
    ...(name || isOneOfSeveral ? validateName(name, `${path}.name`) : []),
    ...validatePort(port, `${path}.port`),
    ...validateProtocol(protocol, `${path}.protocol`),
    ...validatePort(targetPort, `${path}.targetPort`),
  ];
}

function samePorts(ports: readonly JsonObject[]): FieldError[] {
  const keys = ports.map(({ port, protocol = 'TCP' }) => `${String(port)}/${String(protocol)}`);
  return ports.flatMap(({ port, protocol = 'TCP' }, i) => {
    const isSecond = keys.indexOf(keys[i] ?? '') < i;
    return isSecond
      ? [{ type: 'Duplicate' as const, field: `spec.ports[${i}]`, value: { port, protocol }, detail: '' }]
      : [];
  });
}

/** The address of a Service stays; only one that is reached by another name may give it up. */
function keepsAddress(spec: JsonObject, old: unknown): FieldError[] {
  if (
    !isObject(old) ||
    !old['clusterIP'] ||
    old['type'] === 'ExternalName' ||
    spec['type'] === 'ExternalName'
  )
    return [];
  if (!spec['clusterIP'] || spec['clusterIP'] === old['clusterIP']) return [];
  return [
    invalid('spec.clusterIPs[0]', spec['clusterIPs'] ?? [spec['clusterIP']], 'may not change once set'),
  ];
}
