/** How programs of the same machine reach a server. */
export const localNames: readonly string[] = ['localhost', '127.0.0.1', '::1'];
