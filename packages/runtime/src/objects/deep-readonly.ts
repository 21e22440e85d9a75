/**
 * `T` with read-only fields and lists at every depth: the type of objects that several readers share, such as those
 * in the cache. `draft` returns a copy that you can change.
 *
 * A `DeepReadonly<T>` and a `T` can be passed to each other, so functions that only read can take a `T`.
 */
export type DeepReadonly<T> = { readonly [Field in keyof T]: ReadonlyValue<T[Field]> };

// `any` stays `any`. The compiler also takes this branch to decide whether a type parameter `T` is a
// `DeepReadonly<T>`, which it could not decide for a condition on `V` itself.
type ReadonlyValue<V> = true extends IsKnown<V> ? ReadonlyKnown<V> : V;

type IsKnown<V> = [0] extends [1 & V] ? false : true;

// The first branch keeps branded strings such as `string & { readonly brand: 'Host' }`.
type ReadonlyKnown<V> = V extends string | number | boolean
  ? V
  : V extends readonly (infer Element)[]
    ? ReadonlyList<ReadonlyValue<Element>>
    : V extends object
      ? DeepReadonly<V>
      : V;

/** No list is of this type, so the methods that want it as `this` cannot be called. */
type ReadonlyListError = 'This list is read-only: change a draft of the object';

/**
 * A list whose elements cannot be replaced, added, removed or reordered. Unlike a `readonly T[]`, it can be passed to
 * a function that takes a `T[]`: types of custom resources have such lists, and functions that only read take them.
 */
export interface ReadonlyList<T> extends Array<T> {
  readonly [index: number]: T;
  readonly length: number;
  /** Does not compile: it would change the list. */
  copyWithin(this: ReadonlyListError, target: number, start: number, end?: number): this;
  /** Does not compile: it would change the list. */
  fill(this: ReadonlyListError, value: T, start?: number, end?: number): this;
  /** Does not compile: it would change the list. */
  pop(this: ReadonlyListError): T | undefined;
  /** Does not compile: it would change the list. */
  push(this: ReadonlyListError, ...items: T[]): number;
  /** Does not compile: it would change the list. */
  reverse(this: ReadonlyListError): T[];
  /** Does not compile: it would change the list. */
  shift(this: ReadonlyListError): T | undefined;
  /** Does not compile: it would change the list. */
  sort(this: ReadonlyListError, compare?: (a: T, b: T) => number): this;
  /** Does not compile: it would change the list. */
  splice(this: ReadonlyListError, start: number, deleteCount?: number, ...items: T[]): T[];
  /** Does not compile: it would change the list. */
  unshift(this: ReadonlyListError, ...items: T[]): number;
}

/** A deep copy of a read-only object that you can change: `const changed = draft(found); changed.spec.replicas = 3`. */
export function draft<T>(object: DeepReadonly<T>): T {
  return structuredClone(object) as T;
}
