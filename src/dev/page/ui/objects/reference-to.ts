import type { ObjectReference, PageObject } from '../../model/messages.ts';

export function referenceTo({ apiVersion, kind, metadata }: PageObject): ObjectReference {
  const { name, namespace } = metadata;
  return { apiVersion, kind, name, ...(namespace !== undefined && { namespace }) };
}
