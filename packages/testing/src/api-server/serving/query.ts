/** A boolean in a query, as kube-apiserver reads it: without a value, it is true. */
export function isTrue(value: string | null): boolean {
  return value !== null && !['false', '0'].includes(value.toLowerCase());
}
