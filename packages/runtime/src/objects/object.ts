import type { ObjectMeta } from './metadata.ts';

/** The fields of every stored object. */
export interface KubernetesObject {
  apiVersion: string;
  kind: string;
  metadata: ObjectMeta;
}

/**
 * An object of a custom resource whose interface declares its fields, for instance `spec?: IssuerSpec` if the API
 * server accepts objects without a spec. `CustomResource` declares the usual two fields.
 */
export interface CustomObject extends KubernetesObject {}

/** A custom resource: the desired state in `spec`, which every object has, and the observed state in `status`. */
export interface CustomResource<Spec, Status = never> extends CustomObject {
  spec: Spec;
  status?: Status;
}

/** Identifies an object of a kind. Cluster-scoped objects have no namespace. */
export interface ObjectKey {
  name: string;
  namespace?: string | undefined;
}

/** A list of objects at one resource version. */
export interface ObjectList<T extends KubernetesObject> {
  items: T[];
  resourceVersion: string;
}
