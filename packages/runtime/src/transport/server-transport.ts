import type { Credentials, CredentialSource, TlsMaterial } from './credentials.ts';
import { HttpTransport, type HttpTransportOptions } from './http-transport.ts';
import type { Transport } from './transport.ts';

/** A server and who we are to it, where that never changes. */
export interface ServerOptions extends HttpTransportOptions {
  /** For instance `https://127.0.0.1:6443`. */
  server: string;
  /** PEM. Without it the authorities that Node knows are trusted. */
  ca?: string;
  token?: string;
  /** PEM. */
  clientCert?: string;
  /** PEM. */
  clientKey?: string;
  servername?: string;
  insecureSkipTlsVerify?: boolean;
  /** Sent with every request; of a list of values, a header for each. */
  headers?: Credentials['headers'];
}

/** A transport to a server whose credentials are at hand and stay the same. */
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
