import type { ObjectMeta } from './metadata.ts';

/** The fields of every stored object. */
export interface KubernetesObject {
  apiVersion: string;
  kind: string;
  metadata: ObjectMeta;
}

/** A custom resource: the desired state in `spec`, the observed state in `status`. */
export interface CustomResource<Spec, Status = never> extends KubernetesObject {
  spec: Spec;
  status?: Status;
}

/** Identifies an object of a kind. Cluster-scoped objects have no namespace. */
export interface ObjectKey {
  name: string;
  namespace?: string;
}

/** A list of objects at one resource version. */
export interface ObjectList<T extends KubernetesObject> {
  items: T[];
  resourceVersion: string;
}
