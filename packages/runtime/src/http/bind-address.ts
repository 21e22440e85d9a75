export interface BindAddress {
  /** Undefined: all interfaces. */
  readonly host: string | undefined;
  readonly port: number;
}

/**
 * Parses `:8081`, `127.0.0.1:8081` or `[::1]:8081`. Undefined for `0` and the empty string, which disable the server.
 */
export function parseBindAddress(text: string): BindAddress | undefined {
  if (text === '0' || text === '') return undefined;
  const { host = '', port = '' } = /^(?<host>\[[^\]]*\]|[^:]*):(?<port>\d{1,5})$/.exec(text)?.groups ?? {};
  if (port === '' || Number(port) > 65_535) {
    throw new Error(
      `invalid bind address ${JSON.stringify(text)}: expected a value such as :8081 or 127.0.0.1:8081`,
    );
  }
  return { host: host === '' ? undefined : host.replaceAll(/^\[|\]$/g, ''), port: Number(port) };
}
