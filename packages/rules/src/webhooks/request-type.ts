import { boolType, dynType, listType, mapType, stringType, type Type } from '../cel/types/type.ts';

const named = (...fields: string[]): Record<string, Type> =>
  Object.fromEntries(fields.map((field) => [field, stringType]));

const objectType = (name: string, fields: Record<string, Type>): Type => ({
  kind: 'object',
  name: `kubernetes.${name}`,
  fields: new Map(Object.entries(fields)),
});

const kind = objectType('GroupVersionKind', named('group', 'version', 'kind'));
const resource = objectType('GroupVersionResource', named('group', 'version', 'resource'));
const userInfo = objectType('UserInfo', {
  ...named('username', 'uid'),
  groups: listType(stringType),
  extra: mapType(stringType, listType(stringType)),
});

/** The type of `request` in conditions: an AdmissionReview's request without the objects. */
export const requestType = objectType('AdmissionRequest', {
  ...named('subResource', 'requestSubResource', 'name', 'namespace', 'operation'),
  kind,
  requestKind: kind,
  resource,
  requestResource: resource,
  userInfo,
  dryRun: boolType,
  options: dynType,
});
