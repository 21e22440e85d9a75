import { type FieldError, invalid, notSupported, required } from '../field-errors.ts';
import type { JsonObject } from '../json.ts';

const operations = ['*', 'CONNECT', 'CREATE', 'DELETE', 'UPDATE'];
const scopes = ['*', 'Cluster', 'Namespaced'];

/** Errors in one of the rules of a webhook. */
export function validateRule(rule: JsonObject, path: string): FieldError[] {
  const asked = texts(rule['operations']);
  const groups = texts(rule['apiGroups']);
  const versions = texts(rule['apiVersions']);
  const { scope } = rule;
  return [
    ...alone(asked, `${path}.operations`, 'operations'),
    ...asked.flatMap((operation, i) =>
      operations.includes(operation) ? [] : [notSupported(`${path}.operations[${i}]`, operation, operations)],
    ),
    ...alone(groups, `${path}.apiGroups`, 'API groups'),
    ...alone(versions, `${path}.apiVersions`, 'API versions'),
    ...versions.flatMap((version, i) => (version === '' ? [required(`${path}.apiVersions[${i}]`)] : [])),
    ...validateResources(texts(rule['resources']), `${path}.resources`),
    ...(scope === undefined || scopes.includes(String(scope))
      ? []
      : [notSupported(`${path}.scope`, scope, scopes)]),
  ];
}

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}

/** A list must not be empty, and `*` must be its only entry. */
function alone(values: readonly string[], path: string, others: string): FieldError[] {
  if (values.length === 0) return [required(path)];
  const isMixed = values.length > 1 && values.includes('*');
  return isMixed ? [invalid(path, values, `if '*' is present, must not specify other ${others}`)] : [];
}

/** Resources and subresources, none of which another entry includes. */
function validateResources(resources: readonly string[], path: string): FieldError[] {
  if (resources.length === 0) return [required(path)];
  const errors: FieldError[] = [];
  const withAllSubresources = new Set<string>();
  const ofAllResources = new Set<string>();
  for (const [i, resource] of resources.entries()) {
    const at = `${path}[${i}]`;
    if (resource === '') {
      errors.push(required(at));
      continue;
    }
    const slash = resource.indexOf('/');
    if (slash < 0) continue;
    const [name, subresource] = [resource.slice(0, slash), resource.slice(slash + 1)];
    const refuse = (other: string): void => {
      errors.push(invalid(at, resource, `if '${other}' is present, must not specify ${resource}`));
    };
    if (withAllSubresources.has(name)) refuse(`${name}/*`);
    if (ofAllResources.has(subresource)) refuse(`*/${subresource}`);
    if (subresource === '*') withAllSubresources.add(name);
    if (name === '*') ofAllResources.add(subresource);
  }
  if (resources.length > 1 && resources.includes('*/*')) {
    errors.push(invalid(path, resources, "if '*/*' is present, must not specify other resources"));
  }
  const last = resources.findLast((resource) => resource !== '' && !resource.includes('/'));
  if (resources.includes('*') && last !== undefined && last !== '*') {
    const rule = "if '*' is present, must not specify other resources without subresources";
    errors.push(invalid(path, resources, rule));
  }
  return errors;
}
