export interface BindAddress {
  /** Undefined for all addresses of the machine. */
  readonly host: string | undefined;
  readonly port: number;
}

/** Reads `:8081`, `127.0.0.1:8081` or `[::1]:8081`; `0` and the empty text mean that nothing listens. */
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
