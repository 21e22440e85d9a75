type Optional<T> = { [Key in keyof T]-?: undefined extends T[Key] ? Key : never }[keyof T];

/** T with optional keys in place of keys that may be undefined. */
type Compact<T> = Omit<T, Optional<T>> & { [Key in Optional<T>]?: Exclude<T[Key], undefined> };

/**
 * The object without its undefined fields, for data whose keys matter: a schema with an undefined keyword is not equal to
 * the schema without it.
 */
export function compact<const T extends object>(object: T): Compact<T> {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined)) as Compact<T>;
}
