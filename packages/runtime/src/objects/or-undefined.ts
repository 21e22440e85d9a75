/**
 * T as you may write it: at every depth, optional fields accept `undefined`, which JSON omits. So values that may be
 * missing need no conditional spread, with `exactOptionalPropertyTypes` either.
 */
export type OrUndefined<T> = T extends readonly (infer Element)[]
  ? OrUndefined<Element>[]
  : T extends object
    ? { [Field in keyof T]: OrUndefined<T[Field]> | UndefinedIfOptional<T, Field> }
    : T;

export type UndefinedIfOptional<T, Field extends keyof T> = object extends Pick<T, Field> ? undefined : never;
