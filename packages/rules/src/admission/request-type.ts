import {
  boolType,
  dynType,
  listType,
  mapType,
  objectType,
  stringType,
  type Type,
} from '../cel/types/type.ts';

/** Fields that are texts. */
export const textFields = (...names: string[]): Record<string, Type> =>
  Object.fromEntries(names.map((name) => [name, stringType]));

const named = (name: string, fields: Record<string, Type>): Type => objectType(`kubernetes.${name}`, fields);

const kind = named('GroupVersionKind', textFields('group', 'version', 'kind'));
const resource = named('GroupVersionResource', textFields('group', 'version', 'resource'));
const userInfo = named('UserInfo', {
  ...textFields('username', 'uid'),
  groups: listType(stringType),
  extra: mapType(stringType, listType(stringType)),
});

/** The type of `request` in conditions: an AdmissionReview's request without the objects. */
export const requestType = named('AdmissionRequest', {
  ...textFields('subResource', 'requestSubResource', 'name', 'namespace', 'operation'),
  kind,
  requestKind: kind,
  resource,
  requestResource: resource,
  userInfo,
  dryRun: boolType,
  options: dynType,
});
