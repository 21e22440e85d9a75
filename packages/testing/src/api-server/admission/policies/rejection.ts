import { forbiddenRequest, type Status } from '../../status-errors.ts';
import type { Attributes } from '../attributes.ts';

/** The 403 for a write that a policy denies. If the name is still to be generated, the Status has its prefix. */
export function forbiddenWrite({ resource, name, object }: Attributes, cause: string): Status {
  const { name: given = '', generateName = '' } = object?.metadata ?? {};
  const { group, plural } = resource;
  return forbiddenRequest({ group, resource: plural }, name || given || generateName || 'Unknown', cause);
}
