import { type FieldError, invalid, required } from '../field-errors.ts';
import { isObject, type JsonObject, metadataIn } from '../json.ts';
import { dns1035Label, dns1123Subdomain, objectIn, requiredText, textIn } from './fields.ts';
import type { Validation } from './validation.ts';

const highestGroup = 20_000;
const highestVersion = 1000;
const highestPort = 65_535;

export const validateApiService: Validation = (apiService) => {
  const spec = objectIn(apiService, 'spec');
  const name = textIn(metadataIn(apiService), 'name');
  const [group, version] = [textIn(spec, 'group'), textIn(spec, 'version')];
  const expected = `${version}.${group}`;
  return [
    ...(name === expected
      ? []
      : [invalid('metadata.name', name, `must be \`spec.version+"."+spec.group\`: "${expected}"`)]),
    ...(group === '' ? validateNoGroup(version) : dns1123Subdomain(group, 'spec.group')),
    ...dns1035Label(version, 'spec.version'),
    ...validatePriority(spec['groupPriorityMinimum'], 'spec.groupPriorityMinimum', highestGroup),
    ...validatePriority(spec['versionPriority'], 'spec.versionPriority', highestVersion),
    ...validateBackend(spec),
  ];
};

function validateNoGroup(version: string): FieldError[] {
  if (version === 'v1') return [];
  return [required('spec.group', 'only v1 may have an empty group and it better be legacy kube')];
}

function validatePriority(value: unknown, path: string, highest: number): FieldError[] {
  const number = Number(value ?? 0);
  if (number > 0 && number <= highest) return [];
  return [invalid(path, number, `must be positive and less than ${highest}`)];
}

function validateBackend(spec: JsonObject): FieldError[] {
  const { service, insecureSkipTLSVerify, caBundle } = spec;
  const isInsecure = insecureSkipTLSVerify === true;
  const path = 'spec.insecureSkipTLSVerify';
  const insecure = (rule: string): FieldError[] => (isInsecure ? [invalid(path, true, rule)] : []);
  if (!isObject(service))
    return [
      ...(caBundle === undefined
        ? []
        : [invalid('spec.caBundle', caBundle, 'local APIServices may not have a caBundle')]),
      ...insecure('local APIServices may not have insecureSkipTLSVerify'),
    ];
  const port = service['port'];
  const isPort = typeof port !== 'number' || (port >= 1 && port <= highestPort);
  const rule = `port is not valid: must be between 1 and ${highestPort}, inclusive`;
  return [
    ...requiredText(textIn(service, 'namespace'), 'spec.service.namespace'),
    ...requiredText(textIn(service, 'name'), 'spec.service.name'),
    ...(isPort ? [] : [invalid('spec.service.port', port, rule)]),
    ...(caBundle === undefined ? [] : insecure('may not be true if caBundle is present')),
  ];
}
