import type { Input } from './defaults.ts';
import type { DeepReadonly } from './deep-readonly.ts';
import type { ObjectMeta } from './metadata.ts';
import type { KubernetesObject } from './object.ts';
import type { OrUndefined } from './or-undefined.ts';

// These types allow `undefined` for optional fields, because `JSON.stringify` omits them: `{ name, namespace }` of an
// object that may have no namespace needs no conditional spread.

/** T with all fields optional, recursively. Elements of arrays are partial too. */
export type DeepPartial<T> = T extends readonly (infer Element)[]
  ? readonly DeepPartial<Element>[]
  : T extends object
    ? { readonly [Field in keyof T]?: DeepPartial<T[Field]> | undefined }
    : T;

type Body<T extends KubernetesObject> = Input<Omit<T, keyof KubernetesObject | 'status'>>;

/** The fields that can be omitted because they have no required fields. */
type FieldsThatMayBeEmpty<T> = { [Field in keyof T]-?: object extends T[Field] ? Field : never }[keyof T];

/**
 * The fields that one field manager sets with server-side apply. All others stay unchanged. Required are only fields
 * that stand beside the spec, such as the `roleRef` of a RoleBinding.
 *
 * `apiVersion` and `kind` come from the `Kind` argument.
 */
export type Apply<T extends KubernetesObject> = DeepPartial<T> & RequiredBesidesSpec<T>;

/**
 * Required fields such as `roleRef` of a RoleBinding. Without them no apply can create the object, and almost all of
 * them are immutable, so that stating them again changes nothing.
 */
type RequiredBesidesSpec<T extends KubernetesObject> = {
  readonly [
    Field in keyof T as object extends Pick<T, Field>
      ? never
      : Exclude<Field, keyof KubernetesObject | 'spec' | 'status'>
  ]: DeepReadonly<Input<T[Field]>>;
};

/** An object to create: a name (or `generateName`) and a complete body. The server sets the rest. */
export type New<T extends KubernetesObject> = {
  apiVersion?: T['apiVersion'] | undefined;
  kind?: T['kind'] | undefined;
  metadata: DeepPartial<ObjectMeta>;
} & Omit<Body<T>, FieldsThatMayBeEmpty<Body<T>>> & {
    [Field in FieldsThatMayBeEmpty<Body<T>>]?: Body<T>[Field] | undefined;
  } & (T extends { status?: infer Status } ? { status?: OrUndefined<Status> | undefined } : unknown);
