/** Splits a JSON pointer (RFC 6901) into its unescaped keys; the empty pointer has none. */
export function pointerKeys(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
}
