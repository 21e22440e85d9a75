import type { ObjectMeta } from './metadata.ts';

/** What every stored object has. */
export interface KubernetesObject {
  apiVersion: string;
  kind: string;
  metadata: ObjectMeta;
}

/** A custom resource: what is wanted in `spec`, what was seen in `status`. */
export interface CustomResource<Spec, Status = never> extends KubernetesObject {
  spec: Spec;
  status?: Status;
}

/** Names one object of a kind. Cluster-scoped objects have no namespace. */
export interface ObjectKey {
  name: string;
  namespace?: string;
}

/** A whole collection, read at one resource version. */
export interface ObjectList<T extends KubernetesObject> {
  items: T[];
  resourceVersion: string;
}
