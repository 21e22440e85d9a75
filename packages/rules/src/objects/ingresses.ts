import { type FieldError, forbidden, invalid, notSupported, oneOf, required } from '../field-errors.ts';
import { isObject, type JsonObject, metadataIn, objectsIn } from '../json.ts';
import { parseIp } from '../ip/parse-ip.ts';
import { validateShortDomainPath } from '../names/domain-paths.ts';
import { dns1123SubdomainProblem } from '../names/dns-names.ts';
import { portNameProblems } from '../names/port-names.ts';
import {
  dns1123Label,
  dns1123Subdomain,
  immutable,
  invalids,
  objectIn,
  pathSegment,
  requiredText,
  textIn,
  textsIn,
} from './fields.ts';
import { validatePort } from './ports.ts';
import type { Validation } from './validation.ts';

const classAnnotation = 'kubernetes.io/ingress.class';
const pathTypes = ['Exact', 'ImplementationSpecific', 'Prefix'];

export const validateIngress: Validation = (ingress, old) => {
  const spec = objectIn(ingress, 'spec');
  const { defaultBackend, ingressClassName } = spec;
  const rules = objectsIn(spec['rules']);
  const isEmpty = rules.length === 0 && defaultBackend === undefined;
  return [
    ...(old === undefined ? validateClassAnnotation(ingress, ingressClassName) : []),
    ...(isEmpty ? [invalid('spec', null, 'either `defaultBackend` or `rules` must be specified')] : []),
    ...(isObject(defaultBackend) ? validateBackend(defaultBackend, 'spec.defaultBackend') : []),
    ...rules.flatMap((rule, i) => validateRule(rule, `spec.rules[${i}]`)),
    ...objectsIn(spec['tls']).flatMap((tls, i) => validateTls(tls, `spec.tls[${i}]`)),
    ...(typeof ingressClassName === 'string'
      ? dns1123Subdomain(ingressClassName, 'spec.ingressClassName')
      : []),
  ];
};

/** The annotation is older than the field. */
function validateClassAnnotation(ingress: JsonObject, name: unknown): FieldError[] {
  const value = objectIn(metadataIn(ingress), 'annotations')[classAnnotation];
  if (value === undefined || name === undefined || value === name) return [];
  const rule = 'must match `ingressClassName` when both are specified';
  return [invalid(`annotations.${classAnnotation}`, value, rule)];
}

function validateRule(rule: JsonObject, path: string): FieldError[] {
  const host = textIn(rule, 'host');
  const { http } = rule;
  const paths = isObject(http) ? objectsIn(http['paths']) : [];
  return [
    ...(host === '' ? [] : validateHost(host, `${path}.host`)),
    ...(isObject(http) && paths.length === 0 ? [required(`${path}.http.paths`)] : []),
    ...paths.flatMap((one, i) => validateHttpPath(one, `${path}.http.paths[${i}]`)),
  ];
}

function validateHost(host: string, path: string): FieldError[] {
  return [
    ...(parseIp(host, { leadingZeros: true }) === undefined
      ? []
      : [invalid(path, host, 'must be a DNS name, not an IP address')]),
    ...validateDomain(host, path),
  ];
}

const subdomain = String.raw`[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*`;
const wildcardRule =
  "a wildcard DNS-1123 subdomain must start with '*.', followed by a valid DNS subdomain, which must consist of " +
  "lower case alphanumeric characters, '-' or '.' and end with an alphanumeric character (e.g. '*.example.com', " +
  String.raw`regex used for validation is '\*\.${subdomain}')`;

/** A domain, or all its direct subdomains. */
function validateDomain(domain: string, path: string): FieldError[] {
  if (!domain.includes('*')) return dns1123Subdomain(domain, path);
  const isWildcard = domain.startsWith('*.') && dns1123SubdomainProblem(domain.slice(2)) === undefined;
  return isWildcard ? [] : [invalid(path, domain, wildcardRule)];
}

function validateHttpPath(given: JsonObject, path: string): FieldError[] {
  const [value, type] = [textIn(given, 'path'), textIn(given, 'pathType')];
  return [
    ...(type === ''
      ? [required(`${path}.pathType`, 'pathType must be specified')]
      : validateUrlPath(value, type, path)),
    ...validateBackend(objectIn(given, 'backend'), `${path}.backend`),
  ];
}

const partsNotAllowed = ['//', '/./', '/../', '%2f', '%2F'];
const endsNotAllowed = ['/..', '/.'];

function validateUrlPath(value: string, type: string, path: string): FieldError[] {
  const at = `${path}.path`;
  const absolute = value.startsWith('/') ? [] : [invalid(at, value, 'must be an absolute path')];
  if (type === 'ImplementationSpecific') return value === '' ? [] : absolute;
  if (!pathTypes.includes(type)) return [notSupported(`${path}.pathType`, type, pathTypes)];
  return [
    ...absolute,
    ...partsNotAllowed
      .filter((part) => value.includes(part))
      .map((part) => invalid(at, value, `must not contain '${part}'`)),
    ...endsNotAllowed
      .filter((end) => value.endsWith(end))
      .map((end) => invalid(at, value, `cannot end with '${end}'`)),
  ];
}

function validateBackend(backend: JsonObject, path: string): FieldError[] {
  const { resource, service } = backend;
  if (isObject(resource) && isObject(service))
    return [invalid(path, '', 'cannot set both resource and service backends')];
  if (isObject(resource)) return validateReference(resource, `${path}.resource`);
  if (isObject(service)) return validateServiceBackend(service, path);
  return [invalid(path, '', 'resource or service backend is required')];
}

function validateServiceBackend(service: JsonObject, path: string): FieldError[] {
  const port = objectIn(service, 'port');
  const name = textIn(port, 'name');
  const number = port['number'] ?? 0;
  return [
    ...requiredText(textIn(service, 'name'), `${path}.service.name`, dns1123Label),
    ...(name !== '' && number !== 0 ? [invalid(path, '', 'cannot set both port name & port number')] : []),
    ...(name === '' && number === 0 ? [required(path, 'port name or number is required')] : []),
    ...(name !== '' && number === 0
      ? invalids(`${path}.service.port.name`, name, portNameProblems(name))
      : []),
    ...(name === '' && number !== 0 ? validatePort(number, `${path}.service.port.number`) : []),
  ];
}

/** A reference to an object of any kind. */
function validateReference(reference: JsonObject, path: string): FieldError[] {
  const { apiGroup } = reference;
  return [
    ...(typeof apiGroup === 'string' ? dns1123Subdomain(apiGroup, `${path}.apiGroup`) : []),
    ...requiredText(textIn(reference, 'kind'), `${path}.kind`, pathSegment),
    ...requiredText(textIn(reference, 'name'), `${path}.name`, pathSegment),
  ];
}

function validateTls(tls: JsonObject, path: string): FieldError[] {
  const secretName = textIn(tls, 'secretName');
  return [
    ...textsIn(tls['hosts']).flatMap((host, i) => validateDomain(host, `${path}.hosts[${i}]`)),
    ...(secretName === '' ? [] : dns1123Subdomain(secretName, `${path}.secretName`)),
  ];
}

const longestController = 250;

export const validateIngressClass: Validation = (ingressClass, old) => {
  const spec = objectIn(ingressClass, 'spec');
  const { parameters } = spec;
  const controller = textIn(spec, 'controller');
  return [
    ...(old === undefined
      ? requiredText(controller, 'spec.controller', (value, path) =>
          validateShortDomainPath(longestController, value, path),
        )
      : immutable(controller, textIn(objectIn(old, 'spec'), 'controller'), 'spec.controller')),
    ...(isObject(parameters) ? validateParameters(parameters, 'spec.parameters') : []),
  ];
};

function validateParameters(parameters: JsonObject, path: string): FieldError[] {
  const { scope, namespace } = parameters;
  return [
    ...validateReference(parameters, path),
    ...(scope === undefined ? [required(`${path}.scope`)] : []),
    ...oneOf(scope, ['Cluster', 'Namespace'], `${path}.scope`),
    ...(scope === 'Cluster' && namespace !== undefined
      ? [forbidden(`${path}.namespace`, "`parameters.scope` is set to 'Cluster'")]
      : []),
    ...(scope === 'Namespace'
      ? namespace === undefined
        ? [required(`${path}.namespace`, "`parameters.scope` is set to 'Namespace'")]
        : dns1123Label(String(namespace), `${path}.namespace`)
      : []),
  ];
}
