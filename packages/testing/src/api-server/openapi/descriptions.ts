import type { JSONSchemaProps } from '@opgen/rules/schema';

/** What `kubectl explain` says about the fields that every custom resource has. */
export const descriptions = {
  apiVersion:
    'APIVersion defines the version of the schema of this object, such as example.com/v1. The server rejects versions that it does not serve.',
  kind: 'Kind names the kind of this object in CamelCase. It cannot change.',
  metadata:
    "Standard object's metadata: name, namespace, labels, annotations, owners, finalizers, and fields that the server sets.",
};

const ofMetadata: Readonly<Record<string, string>> = {
  name: 'Name is unique among the objects of a kind in a namespace. It cannot change.',
  namespace: 'Namespace is the space within which the name must be unique. It cannot change.',
  labels: 'Labels are keys and values by which selectors choose objects.',
  annotations: 'Annotations are keys and values that tools store with the object. Selectors ignore them.',
  creationTimestamp:
    'CreationTimestamp is a timestamp of when the server created the object. Clients cannot set it.',
  deletionTimestamp:
    'DeletionTimestamp is the time after which the object is deleted. The server sets it when a client deletes the object.',
  finalizers: 'Finalizers must all be removed before the object is deleted.',
  ownerReferences:
    'OwnerReferences are the objects on which this one depends. It is deleted after all of them.',
  resourceVersion: 'ResourceVersion changes with every write. An update with an older one is a conflict.',
  uid: 'UID identifies the object among all that ever exist in the cluster.',
  generation: 'Generation is a number that increases when the desired state changes.',
};

/** The schema of ObjectMeta with descriptions. */
export function describedMetadata(schema: JSONSchemaProps): JSONSchemaProps {
  const { properties = {} } = schema;
  const described = Object.entries(properties).map(([name, node]) => {
    const description = ofMetadata[name];
    return [name, description === undefined ? node : { ...node, description }] as const;
  });
  return { ...schema, properties: Object.fromEntries(described) };
}
