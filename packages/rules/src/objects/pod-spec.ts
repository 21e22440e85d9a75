import {
  duplicate,
  duplicates,
  type FieldError,
  forbidden,
  invalid,
  oneOf,
  required,
} from '../field-errors.ts';
import { validateIp } from '../ip/validate-ip.ts';
import { isObject, type JsonObject, objectsIn } from '../json.ts';
import { validateLabels } from '../metadata/validate-metadata.ts';
import { validateAffinity } from './affinity.ts';
import { namesOf, type PodParts, validateContainers, validateInitContainers } from './containers.ts';
import {
  dns1123Label,
  dns1123Subdomain,
  objectIn,
  optionalText,
  qualifiedName,
  requiredText,
  textIn,
  textsIn,
} from './fields.ts';
import { validatePodVolumes } from './pod-volumes.ts';
import { validatePodSecurity } from './security-contexts.ts';
import { validateTolerations } from './tolerations.ts';
import { validateTopologySpread } from './topology-spread.ts';

const longestDeadline = 2_147_483_647;
const mostNameservers = 3;
const mostSearches = 32;

/** The rules for the spec of a Pod; `claimed` are names of volumes that claim templates add. */
export function validatePodSpec(
  spec: JsonObject,
  path: string,
  claimed: readonly unknown[] = [],
): FieldError[] {
  const volumes = objectsIn(spec['volumes']);
  const containers = objectsIn(spec['containers']);
  const initial = objectsIn(spec['initContainers']);
  const parts: PodParts = {
    spec,
    volumes: new Map([
      ...claimed.map((name) => [name, { persistentVolumeClaim: {} }] as const),
      ...volumes.map((volume) => [volume['name'], volume] as const),
    ]),
  };
  return [
    ...validatePodVolumes(volumes, `${path}.volumes`, textIn(spec, 'serviceAccountName') !== ''),
    ...(containers.length === 0 ? [required(`${path}.containers`)] : []),
    ...validateContainers(containers, `${path}.containers`, parts),
    ...validateInitContainers(initial, `${path}.initContainers`, parts),
    ...duplicates([
      ...namesOf(containers, `${path}.containers`),
      ...namesOf(initial, `${path}.initContainers`),
    ]),
    ...oneOf(spec['restartPolicy'], ['Always', 'OnFailure', 'Never'], `${path}.restartPolicy`),
    ...oneOf(
      spec['dnsPolicy'],
      ['ClusterFirstWithHostNet', 'ClusterFirst', 'Default', 'None'],
      `${path}.dnsPolicy`,
    ),
    ...validateDns(spec, `${path}.dnsConfig`),
    ...validateLabels(objectIn(spec, 'nodeSelector') as Record<string, string>, `${path}.nodeSelector`),
    ...validateNames(spec, path),
    ...validateDeadline(spec, path),
    ...validatePodSecurity(spec, `${path}.securityContext`),
    ...(isObject(spec['affinity']) ? validateAffinity(spec['affinity'], `${path}.affinity`) : []),
    ...validateTolerations(objectsIn(spec['tolerations']), `${path}.tolerations`),
    ...validateTopologySpread(
      objectsIn(spec['topologySpreadConstraints']),
      `${path}.topologySpreadConstraints`,
    ),
    ...objectsIn(spec['hostAliases']).flatMap((alias, i) =>
      validateHostAlias(alias, `${path}.hostAliases[${i}]`),
    ),
    ...validateGates(spec, path),
    ...oneOf(spec['preemptionPolicy'], ['PreemptLowerPriority', 'Never'], `${path}.preemptionPolicy`),
    ...(isObject(spec['os'])
      ? requiredText(textIn(spec['os'], 'name'), `${path}.os.name`, (name) =>
          oneOf(name, ['linux', 'windows'], `${path}.os`),
        )
      : []),
  ];
}

/** A name that is a DNS label. */
export function validateName(name: unknown, path: string): FieldError[] {
  return requiredText(typeof name === 'string' ? name : '', path, dns1123Label);
}

function validateNames(spec: JsonObject, path: string): FieldError[] {
  return [
    ...optionalText(textIn(spec, 'serviceAccountName'), `${path}.serviceAccountName`, dns1123Subdomain),
    ...optionalText(textIn(spec, 'nodeName'), `${path}.nodeName`, dns1123Subdomain),
    ...optionalText(textIn(spec, 'hostname'), `${path}.hostname`, dns1123Label),
    ...optionalText(textIn(spec, 'subdomain'), `${path}.subdomain`, dns1123Label),
    ...optionalText(textIn(spec, 'priorityClassName'), `${path}.priorityClassName`, dns1123Subdomain),
    ...optionalText(textIn(spec, 'runtimeClassName'), `${path}.runtimeClassName`, dns1123Subdomain),
  ];
}

function validateDeadline(spec: JsonObject, path: string): FieldError[] {
  const deadline = spec['activeDeadlineSeconds'];
  const isRight = typeof deadline !== 'number' || (deadline >= 1 && deadline <= longestDeadline);
  const rule = `must be between 1 and ${longestDeadline}, inclusive`;
  return isRight ? [] : [invalid(`${path}.activeDeadlineSeconds`, deadline, rule)];
}

function validateDns({ dnsPolicy, dnsConfig }: JsonObject, path: string): FieldError[] {
  const config = isObject(dnsConfig) ? dnsConfig : {};
  const servers = textsIn(config['nameservers']);
  const searches = textsIn(config['searches']);
  const limit = `must not have more than ${mostNameservers} nameservers`;
  return [
    ...(dnsPolicy === 'None' && !isObject(dnsConfig)
      ? [required(path, 'must provide `dnsConfig` when `dnsPolicy` is None')]
      : []),
    ...(dnsPolicy === 'None' && isObject(dnsConfig) && servers.length === 0
      ? [required(`${path}.nameservers`, 'must provide at least one DNS nameserver when `dnsPolicy` is None')]
      : []),
    ...(servers.length > mostNameservers ? [invalid(`${path}.nameservers`, servers, limit)] : []),
    ...servers.flatMap((server, i) => validateIp(server, `${path}.nameservers[${i}]`)),
    ...(searches.length > mostSearches
      ? [invalid(`${path}.searches`, searches, `must not have more than ${mostSearches} search paths`)]
      : []),
    ...searches.flatMap((search, i) => validateSearch(search, `${path}.searches[${i}]`)),
    ...objectsIn(config['options']).flatMap((option, i) =>
      textIn(option, 'name') === '' ? [required(`${path}.options[${i}]`, 'must not be empty')] : [],
    ),
  ];
}

const searchForm = String.raw`_?[a-z0-9]([-_a-z0-9]*[a-z0-9])?(\._?[a-z0-9]([-_a-z0-9]*[a-z0-9])?)*`;
const searchPattern = new RegExp(`^${searchForm}$`);
const searchRule =
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '_', '-' or '.', and must " +
  `start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '${searchForm}')`;

/** A domain, in which labels may contain underscores, and which may end with a dot. */
function validateSearch(search: string, path: string): FieldError[] {
  if (search === '.' || searchPattern.test(search.replace(/\.$/, ''))) return [];
  return [invalid(path, search, searchRule)];
}

function validateHostAlias(alias: JsonObject, path: string): FieldError[] {
  return [
    ...validateIp(textIn(alias, 'ip'), `${path}.ip`),
    ...textsIn(alias['hostnames']).flatMap((name, i) => dns1123Subdomain(name, `${path}.hostnames[${i}]`)),
  ];
}

function validateGates(spec: JsonObject, path: string): FieldError[] {
  const gates = objectsIn(spec['schedulingGates']).map((gate) => textIn(gate, 'name'));
  const { nodeName } = spec;
  return [
    ...objectsIn(spec['readinessGates']).flatMap((gate, i) =>
      qualifiedName(textIn(gate, 'conditionType'), `${path}.readinessGates[${i}].conditionType`),
    ),
    ...gates.flatMap((gate, i) => [
      ...qualifiedName(gate, `${path}.schedulingGates[${i}]`),
      ...(gates.indexOf(gate) < i ? [duplicate(`${path}.schedulingGates[${i}]`, gate)] : []),
    ]),
    ...(gates.length > 0 && nodeName
      ? [forbidden(`${path}.nodeName`, 'cannot be set until all schedulingGates have been cleared')]
      : []),
  ];
}
