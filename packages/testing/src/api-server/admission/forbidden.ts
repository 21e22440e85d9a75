import { forbiddenRequest, StatusError } from '../status-errors.ts';
import type { Attributes } from './attributes.ts';

/** The error of a plug-in that rejects a write. */
export function forbidden({ resource, name, object }: Attributes, cause: string): StatusError {
  const { group, plural } = resource;
  const known = name || object?.metadata.name || object?.metadata.generateName || 'Unknown';
  return new StatusError(forbiddenRequest({ group, resource: plural }, known, cause));
}
