/** The object without one of its fields. */
export function omit<T extends object, Key extends keyof T>(object: T, key: Key): Omit<T, Key> {
  const { [key]: _left, ...rest } = object;
  return rest;
}
