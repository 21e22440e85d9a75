import { duplicate, type FieldError, invalid, oneOf, required, tooMany } from '../field-errors.ts';
import { parseIp } from '../ip/parse-ip.ts';
import { familyOf, validateEndpointAddress, validateIp } from '../ip/validate-ip.ts';
import { type JsonObject, objectsIn } from '../json.ts';
import { labelValueProblems } from '../names/qualified-names.ts';
import {
  dns1123Label,
  dns1123Subdomain,
  immutable,
  invalids,
  objectIn,
  optionalText,
  qualifiedName,
  requiredText,
  textIn,
  textsIn,
} from './fields.ts';
import { validatePort } from './ports.ts';
import type { Validation } from './validation.ts';

const protocols = ['SCTP', 'TCP', 'UDP'];
const addressTypes = ['FQDN', 'IPv4', 'IPv6'];
const mostAddresses = 100;
const mostHints = 8;

export const validateEndpointSlice: Validation = (slice, old) => {
  const addressType = textIn(slice, 'addressType');
  const ports = objectsIn(slice['ports']);
  return [
    ...requiredText(addressType, 'addressType', (type, path) => oneOf(type, addressTypes, path)),
    ...(old === undefined ? [] : immutable(addressType, old['addressType'], 'addressType')),
    ...objectsIn(slice['endpoints']).flatMap((endpoint, i) =>
      validateEndpoint(endpoint, addressType, `endpoints[${i}]`),
    ),
    ...ports.flatMap((port, i) => [
      ...validateSlicePort(port, `ports[${i}]`),
      ...(ports.findIndex((other) => textIn(other, 'name') === textIn(port, 'name')) < i
        ? [duplicate(`ports[${i}].name`, textIn(port, 'name'))]
        : []),
    ]),
  ];
};

function validateEndpoint(endpoint: JsonObject, type: string, path: string): FieldError[] {
  const addresses = textsIn(endpoint['addresses']);
  const { hostname, nodeName } = endpoint;
  return [
    ...(addresses.length === 0 ? [required(`${path}.addresses`, 'must contain at least 1 address')] : []),
    ...(addresses.length > mostAddresses
      ? [tooMany(`${path}.addresses`, addresses.length, mostAddresses)]
      : []),
    ...addresses.flatMap((address, i) => validateSliceAddress(address, type, `${path}.addresses`, i)),
    ...(typeof nodeName === 'string' ? dns1123Subdomain(nodeName, `${path}.nodeName`) : []),
    ...(typeof hostname === 'string' ? dns1123Label(hostname, `${path}.hostname`) : []),
    ...validateHints(objectIn(endpoint, 'hints'), `${path}.hints`),
  ];
}

function validateSliceAddress(address: string, type: string, path: string, i: number): FieldError[] {
  const at = `${path}[${i}]`;
  if (type === 'FQDN') return dns1123Subdomain(address, at);
  if (type !== 'IPv4' && type !== 'IPv6') return [];
  const parsed = parseIp(address, { leadingZeros: true });
  const isOther = parsed !== undefined && familyOf(parsed) !== (type === 'IPv4' ? 4 : 6);
  return [
    ...validateIp(address, at),
    ...(isOther ? [invalid(path, address, `must be an ${type} address`)] : []),
    ...validateEndpointAddress(address, at),
  ];
}

function validateHints({ forZones, forNodes }: JsonObject, path: string): FieldError[] {
  return [
    ...validateHintNames(forZones, `${path}.forZones`, labelValueProblems),
    ...validateHintNames(forNodes, `${path}.forNodes`, () => []),
  ];
}

function validateHintNames(
  hints: unknown,
  path: string,
  problemsOf: (name: string) => readonly string[],
): FieldError[] {
  const names = objectsIn(hints).map((hint) => textIn(hint, 'name'));
  return [
    ...(names.length > mostHints ? [tooMany(path, names.length, mostHints)] : []),
    ...names.flatMap((name, i) => [
      ...(names.indexOf(name) < i ? [duplicate(`${path}[${i}].name`, name)] : []),
      ...invalids(`${path}[${i}].name`, name, problemsOf(name)),
    ]),
  ];
}

function validateSlicePort(port: JsonObject, path: string): FieldError[] {
  const { protocol = 'TCP' } = port;
  return [
    ...optionalText(textIn(port, 'name'), `${path}.name`, dns1123Label),
    ...oneOf(protocol, protocols, `${path}.protocol`),
    ...optionalText(textIn(port, 'appProtocol'), `${path}.appProtocol`, qualifiedName),
  ];
}

export const validateEndpoints: Validation = ({ subsets }) =>
  objectsIn(subsets).flatMap((subset, i) => {
    const path = `subsets[${i}]`;
    const ready = objectsIn(subset['addresses']);
    const notReady = objectsIn(subset['notReadyAddresses']);
    const ports = objectsIn(subset['ports']);
    const isEmpty = ready.length === 0 && notReady.length === 0;
    return [
      ...(isEmpty ? [required(path, 'must specify `addresses` or `notReadyAddresses`')] : []),
      ...ready.flatMap((one, j) => validateAddress(one, `${path}.addresses[${j}]`)),
      ...notReady.flatMap((one, j) => validateAddress(one, `${path}.notReadyAddresses[${j}]`)),
      ...ports.flatMap((port, j) => validateEndpointPort(port, `${path}.ports[${j}]`, ports.length > 1)),
    ];
  });

function validateAddress(address: JsonObject, path: string): FieldError[] {
  const ip = textIn(address, 'ip');
  return [
    ...validateIp(ip, `${path}.ip`),
    ...optionalText(textIn(address, 'hostname'), `${path}.hostname`, dns1123Label),
    ...(typeof address['nodeName'] === 'string'
      ? dns1123Subdomain(address['nodeName'], `${path}.nodeName`)
      : []),
    ...(parseIp(ip, { leadingZeros: true }) === undefined
      ? [invalid(`${path}.ip`, ip, 'must be a valid IP address')]
      : validateEndpointAddress(ip, `${path}.ip`)),
  ];
}

function validateEndpointPort(port: JsonObject, path: string, isOneOfSeveral: boolean): FieldError[] {
  const name = textIn(port, 'name');
  return [
    ...(isOneOfSeveral
      ? requiredText(name, `${path}.name`, dns1123Label)
      : optionalText(name, `${path}.name`, dns1123Label)),
    ...validatePort(port['port'] ?? 0, `${path}.port`),
    ...requiredText(textIn(port, 'protocol'), `${path}.protocol`, (value, at) => oneOf(value, protocols, at)),
    ...optionalText(textIn(port, 'appProtocol'), `${path}.appProtocol`, qualifiedName),
  ];
}
