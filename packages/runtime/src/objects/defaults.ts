import type { UndefinedIfOptional } from './or-undefined.ts';

/** Exists only in types: it tells `Input` which fields have defaults. */
declare const defaults: unique symbol;

/** Every instance is the same type, so specs with different defaults can be assigned to each other. */
interface FieldNames<_Names extends string> {}

/**
 * Names the fields of an interface to which the API server gives a default: `interface MemcachedSpec extends
 * Defaults<'size'>`. They are in every object that you read, and you can omit them when you create one.
 *
 * `opgen manifests` checks that each has a `+default` marker.
 */
export interface Defaults<Fields extends string> {
  readonly [defaults]?: FieldNames<Fields>;
}

type FieldsWithDefault<T> = T extends { readonly [defaults]?: FieldNames<infer Fields> }
  ? Extract<Fields, keyof T>
  : never;

/**
 * T as a client may send it: at every depth, fields that `Defaults` names are optional, and optional fields accept
 * `undefined`.
 */
export type Input<T> = T extends readonly (infer Element)[]
  ? Input<Element>[]
  : T extends object
    ? typeof defaults extends keyof T
      ? InputWithDefaults<T>
      : { [Field in keyof T]: Input<T[Field]> | UndefinedIfOptional<T, Field> }
    : T;

type InputWithDefaults<T> = {
  [Field in keyof T as Exclude<Field, FieldsWithDefault<T> | typeof defaults>]:
    Input<T[Field]> | UndefinedIfOptional<T, Field>;
} & { [Field in FieldsWithDefault<T>]?: Input<T[Field]> | undefined };
