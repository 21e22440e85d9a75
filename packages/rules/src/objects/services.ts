import {
  duplicate,
  duplicates,
  type FieldError,
  forbidden,
  invalid,
  oneOf,
  required,
} from '../field-errors.ts';
import { parseIp } from '../ip/parse-ip.ts';
import { familyOf, validateCidr, validateEndpointAddress, validateIp } from '../ip/validate-ip.ts';
import { isObject, type JsonObject, objectsIn } from '../json.ts';
import { validateLabels } from '../metadata/validate-metadata.ts';
import {
  dns1123Subdomain,
  objectIn,
  optionalText,
  qualifiedName,
  requiredText,
  textIn,
  textsIn,
} from './fields.ts';
import { validateName } from './pod-spec.ts';
import { validatePort, validatePortOrName, validateProtocol } from './ports.ts';
import type { Validation } from './validation.ts';

const types = ['ClusterIP', 'ExternalName', 'LoadBalancer', 'NodePort'];
const families = ['IPv4', 'IPv6'];
const policies = ['PreferDualStack', 'RequireDualStack', 'SingleStack'];
const longestAffinity = 86_400;
const none = 'None';

export const validateService: Validation = (service, old) => {
  const spec = objectIn(service, 'spec');
  const ports = objectsIn(spec['ports']);
  const isHeadless = spec['clusterIP'] === none;
  const needsPorts = !isHeadless && spec['type'] !== 'ExternalName';
  return [
    ...(needsPorts && ports.length === 0 ? [required('spec.ports')] : []),
    ...validateType(spec),
    ...ports.flatMap((port, i) => validateServicePort(port, `spec.ports[${i}]`, ports.length > 1)),
    ...duplicates(ports.flatMap(({ name }, i) => (name ? [[`spec.ports[${i}].name`, name] as const] : []))),
    ...samePorts(ports),
    ...validateNodePorts(spec, ports),
    ...validateLabels(objectIn(spec, 'selector') as Record<string, string>, 'spec.selector'),
    ...validateAffinity(spec),
    ...validateAddresses(spec),
    ...validateFamilies(spec),
    ...textsIn(spec['externalIPs']).flatMap((ip, i) => validateExternalIp(ip, `spec.externalIPs[${i}]`)),
    ...validateLoadBalancer(spec),
    ...validateTraffic(spec),
    ...keepsAddress(spec, old?.['spec']),
    ...keepsBalancer(spec, old === undefined ? {} : objectIn(old, 'spec')),
  ];
};

function validateType(spec: JsonObject): FieldError[] {
  const { type } = spec;
  const [first] = textsIn(spec['clusterIPs']);
  const isNode = type === 'NodePort' || type === 'LoadBalancer';
  return [
    ...oneOf(type, types, 'spec.type'),
    ...(isNode && first === none
      ? [invalid('spec.clusterIPs[0]', none, `may not be set to 'None' for ${type} services`)]
      : []),
    ...(type === 'ExternalName'
      ? [
          ...(first === undefined && textIn(spec, 'clusterIP') === ''
            ? []
            : [forbidden('spec.clusterIPs', 'may not be set for ExternalName services')]),
          ...validateExternalName(textIn(spec, 'externalName'), 'spec.externalName'),
        ]
      : []),
  ];
}

/** A domain, which may end with a dot. */
function validateExternalName(name: string, path: string): FieldError[] {
  return requiredText(name.replace(/\.$/, ''), path, dns1123Subdomain);
}

function validateServicePort(given: JsonObject, path: string, isOneOfSeveral: boolean): FieldError[] {
  const { name, port = 0, protocol, targetPort } = given;
  return [
    ...(name || isOneOfSeveral ? validateName(name, `${path}.name`) : []),
    ...validatePort(port, `${path}.port`),
    ...validateProtocol(protocol, `${path}.protocol`),
    ...validatePortOrName(targetPort, `${path}.targetPort`),
    ...optionalText(textIn(given, 'appProtocol'), `${path}.appProtocol`, qualifiedName),
  ];
}

function samePorts(ports: readonly JsonObject[]): FieldError[] {
  const keys = ports.map(({ port, protocol = 'TCP' }) => `${String(port)}/${String(protocol)}`);
  return ports.flatMap(({ port, protocol = 'TCP' }, i) =>
    keys.indexOf(keys[i] ?? '') < i ? [duplicate(`spec.ports[${i}]`, { port, protocol })] : [],
  );
}

function validateNodePorts({ type }: JsonObject, ports: readonly JsonObject[]): FieldError[] {
  return ports.flatMap(({ nodePort }, i) =>
    type === 'ClusterIP' && nodePort
      ? [forbidden(`spec.ports[${i}].nodePort`, "may not be used when `type` is 'ClusterIP'")]
      : [],
  );
}

function validateAffinity(spec: JsonObject): FieldError[] {
  const { sessionAffinity: affinity, sessionAffinityConfig: config } = spec;
  const path = 'spec.sessionAffinityConfig';
  const given = oneOf(affinity, ['ClientIP', none], 'spec.sessionAffinity');
  if (affinity !== 'ClientIP' || !isObject(config)) return given;
  const { clientIP } = config;
  const seconds = isObject(clientIP) ? clientIP['timeoutSeconds'] : undefined;
  const isRight = Number(seconds) > 0 && Number(seconds) <= longestAffinity;
  const rule = `must be greater than 0 and less than ${longestAffinity}`;
  return [...given, ...(isRight ? [] : [invalid(`${path}.clientIP.timeoutSeconds`, seconds, rule)])];
}

/** The addresses inside the cluster, of which the first one is in two fields. */
function validateAddresses(spec: JsonObject): FieldError[] {
  const clusterIp = textIn(spec, 'clusterIP');
  const addresses = textsIn(spec['clusterIPs']);
  const path = 'spec.clusterIPs';
  if (spec['type'] === 'ExternalName') return [];
  const first: FieldError[] =
    addresses.length === 0
      ? []
      : clusterIp === ''
        ? [invalid(path, addresses, 'must be empty when `clusterIP` is not specified')]
        : clusterIp === addresses[0]
          ? []
          : [invalid(path, addresses, 'first value must match `clusterIP`')];
  if (addresses.includes(none)) {
    const rule = "'None' must be the first and only value";
    return [...first, ...(addresses.length === 1 ? [] : [invalid(path, addresses, rule)])];
  }
  return [
    ...first,
    ...addresses.flatMap((address, i) => [
      ...validateIp(address, `${path}[${i}]`),
      ...ofFamily(address, textsIn(spec['ipFamilies'])[i], i),
    ]),
  ];
}

function ofFamily(address: string, family: string | undefined, i: number): FieldError[] {
  const parsed = parseIp(address, { leadingZeros: true });
  if (parsed === undefined || family === undefined || !families.includes(family)) return [];
  if (`IPv${familyOf(parsed)}` === family) return [];
  const rule = `expected an ${family} value as indicated by \`ipFamilies[${i}]\``;
  return [invalid(`spec.clusterIPs[${i}]`, address, rule)];
}

function validateFamilies(spec: JsonObject): FieldError[] {
  const given = textsIn(spec['ipFamilies']);
  return [
    ...given.flatMap((family, i) => oneOf(family, families, `spec.ipFamilies[${i}]`)),
    ...duplicates(given.map((family, i) => [`spec.ipFamilies[${i}]`, family])),
    ...oneOf(spec['ipFamilyPolicy'], policies, 'spec.ipFamilyPolicy'),
  ];
}

function validateExternalIp(ip: string, path: string): FieldError[] {
  return [...validateIp(ip, path), ...validateEndpointAddress(ip, path)];
}

function validateLoadBalancer(spec: JsonObject): FieldError[] {
  const isBalanced = spec['type'] === 'LoadBalancer';
  const ranges = textsIn(spec['loadBalancerSourceRanges']);
  const only = "may only be used when `type` is 'LoadBalancer'";
  return [
    ...(ranges.length > 0 && !isBalanced ? [forbidden('spec.LoadBalancerSourceRanges', only)] : []),
    ...(isBalanced
      ? ranges.flatMap((range, i) => validateCidr(range.trim(), `spec.LoadBalancerSourceRanges[${i}]`))
      : []),
    ...(spec['allocateLoadBalancerNodePorts'] !== undefined && !isBalanced
      ? [forbidden('spec.allocateLoadBalancerNodePorts', only)]
      : []),
    ...(typeof spec['loadBalancerClass'] === 'string'
      ? isBalanced
        ? qualifiedName(spec['loadBalancerClass'], 'spec.loadBalancerClass')
        : [forbidden('spec.loadBalancerClass', only)]
      : []),
  ];
}

function validateTraffic(spec: JsonObject): FieldError[] {
  const external = textIn(spec, 'externalTrafficPolicy');
  const { type, healthCheckNodePort, internalTrafficPolicy, trafficDistribution } = spec;
  const isOpen = type === 'NodePort' || type === 'LoadBalancer' || textsIn(spec['externalIPs']).length > 0;
  const isChecked = type === 'LoadBalancer' && external === 'Local';
  const path = 'spec.externalTrafficPolicy';
  return [
    ...(external === '' || isOpen
      ? optionalText(external, path, (value, at) => oneOf(value, ['Cluster', 'Local'], at))
      : [invalid(path, external, 'may only be set for externally-accessible services')]),
    ...(typeof healthCheckNodePort === 'number' && healthCheckNodePort !== 0 && !isChecked
      ? [
          invalid(
            'spec.healthCheckNodePort',
            healthCheckNodePort,
            "may only be set when `type` is 'LoadBalancer' and `externalTrafficPolicy` is 'Local'",
          ),
        ]
      : []),
    ...oneOf(internalTrafficPolicy, ['Cluster', 'Local'], 'spec.internalTrafficPolicy'),
    ...oneOf(
      trafficDistribution,
      ['PreferClose', 'PreferSameZone', 'PreferSameNode'],
      'spec.trafficDistribution',
    ),
  ];
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

/** The class and the health check of a load balancer stay as long as the Service has one. */
function keepsBalancer(spec: JsonObject, old: JsonObject): FieldError[] {
  if (spec['type'] !== 'LoadBalancer' || old['type'] !== 'LoadBalancer') return [];
  const { loadBalancerClass, healthCheckNodePort: port } = spec;
  const oldPort = old['healthCheckNodePort'];
  const isChecked = spec['externalTrafficPolicy'] === 'Local' && old['externalTrafficPolicy'] === 'Local';
  return [
    ...(loadBalancerClass === old['loadBalancerClass']
      ? []
      : [invalid('spec.loadBalancerClass', loadBalancerClass ?? null, 'may not change once set')]),
    ...(isChecked && port !== oldPort ? [forbidden('spec.healthCheckNodePort', 'field is immutable')] : []),
  ];
}
