import type { JSONSchemaProps } from '../schema/json-schema-props.ts';

/**
 * A `T` before its validation: fields can be absent, and texts can have values that `T` does not allow. Schemas stay as
 * they are, because all their fields are optional.
 */
export type Unvalidated<T> = T extends string
  ? string
  : T extends readonly (infer Item)[]
    ? readonly Unvalidated<Item>[]
    : keyof JSONSchemaProps extends keyof T
      ? T
      : T extends object
        ? { readonly [Field in keyof T]?: Unvalidated<T[Field]> }
        : T;
