import {
  intType,
  listType,
  mapType,
  objectType,
  stringType,
  timestampType,
  type Type,
} from '../cel/types/type.ts';
import { textFields } from './request-type.ts';

const named = (name: string, fields: Record<string, Type>): Type => objectType(`kubernetes.${name}`, fields);

const condition = named('NamespaceCondition', {
  ...textFields('status', 'type', 'message', 'reason'),
  lastTransitionTime: timestampType,
});

const metadata = named('NamespaceMetadata', {
  ...textFields('name', 'generateName', 'namespace', 'UID', 'resourceVersion'),
  labels: mapType(stringType, stringType),
  annotations: mapType(stringType, stringType),
  creationTimestamp: timestampType,
  deletionGracePeriodSeconds: intType,
  deletionTimestamp: timestampType,
  generation: intType,
  finalizers: listType(stringType),
});

/** The type of `namespaceObject`: a Namespace without the metadata that policies have no use for. */
export const namespaceType = named('Namespace', {
  metadata,
  spec: named('NamespaceSpec', { finalizers: listType(stringType) }),
  status: named('NamespaceStatus', { conditions: listType(condition), phase: stringType }),
});
