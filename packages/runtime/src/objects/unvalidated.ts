import type { KubernetesObject } from './object.ts';

/** T with all fields optional, recursively, for code that fills them in. */
type Incomplete<T> = T extends readonly (infer Element)[]
  ? Incomplete<Element>[]
  : T extends object
    ? { [Field in keyof T]?: Incomplete<T[Field]> | undefined }
    : T;

/**
 * An object that the API server has not validated yet: any field below its metadata may be missing. The API server has
 * set constant defaults (`+default`) already, except in objects that are missing.
 */
export type Unvalidated<T extends KubernetesObject> = Pick<T, keyof KubernetesObject> &
  Incomplete<Omit<T, keyof KubernetesObject>>;
