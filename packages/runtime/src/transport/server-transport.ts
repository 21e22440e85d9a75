import type { Credentials, CredentialSource, TlsMaterial } from './credentials.ts';
import { HttpTransport, type HttpTransportOptions } from './http-transport.ts';
import type { Transport } from './transport.ts';

/** A server and fixed credentials for it. */
export interface ServerOptions extends HttpTransportOptions {
  /** For instance `https://127.0.0.1:6443`. */
  server: string;
  /** PEM. Default: the CAs that Node trusts. */
  ca?: string | undefined;
  token?: string | undefined;
  /** PEM. */
  clientCert?: string | undefined;
  /** PEM. */
  clientKey?: string | undefined;
  servername?: string | undefined;
  insecureSkipTlsVerify?: boolean | undefined;
  /** Sent with every request. A list of values is sent as one header each. */
  headers?: Credentials['headers'] | undefined;
}

/** Creates a transport to a server with fixed credentials. */
export function serverTransport(options: ServerOptions): Transport {
  const { server, ca, token, clientCert: cert, clientKey: key, servername, insecureSkipTlsVerify } = options;
  const tls: TlsMaterial = {
    ...(ca !== undefined && { ca }),
    ...(cert !== undefined && { cert }),
    ...(key !== undefined && { key }),
    ...(servername !== undefined && { servername }),
    ...(insecureSkipTlsVerify === true && { rejectUnauthorized: false }),
  };
  const headers = { ...options.headers, ...(token !== undefined && { authorization: `Bearer ${token}` }) };
  const source: CredentialSource = {
    server,
    current: async () => ({ headers, tls }),
    refresh: async () => {},
  };
  return new HttpTransport(source, options);
}
