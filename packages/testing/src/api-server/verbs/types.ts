import { apiVersionOf, type Resource } from '../resources/resource.ts';
import { invalid } from '@opgen/rules/field-errors';
import { isObject, type JsonObject } from '@opgen/rules/json';
import { badRequest, invalidStatus, StatusError } from '../status-errors.ts';

/** Rejects a body whose apiVersion or kind differs from the path. For built-in kinds both are optional. */
export function requireType(resource: Resource, body: JsonObject): void {
  const expected = apiVersionOf(resource);
  const { apiVersion, kind, metadata } = body;
  if (apiVersion === expected && kind === resource.kind) return;
  if (resource.custom === undefined) {
    if (apiVersion === undefined && kind === undefined) return;
    const sent = `no kind "${String(kind)}" is registered for version "${String(apiVersion)}" in scheme`;
    const message = `${String(kind)} in version "${resource.version}" cannot be handled as a ${resource.kind}: ${sent}`;
    throw new StatusError(badRequest(message));
  }
  if (apiVersion !== expected) {
    const message = `the API version in the data (${String(apiVersion)}) does not match the expected API version (${expected})`;
    throw new StatusError(badRequest(message));
  }
  const name = isObject(metadata) ? String(metadata['name'] ?? '') : '';
  const errors = [invalid('kind', kind, `must be ${resource.kind}`)];
  throw new StatusError(invalidStatus(String(kind), resource.group, name, errors));
}
