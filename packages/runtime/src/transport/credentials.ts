/** TLS and proxy settings for connections to a server. Certificates and keys are PEM. */
export interface TlsMaterial {
  ca?: string;
  cert?: string;
  key?: string;
  /** The name to verify in the server's certificate. Default: the host in its URL. */
  servername?: string;
  rejectUnauthorized?: boolean;
  /** The URL of an HTTP or SOCKS5 proxy. */
  proxyUrl?: string;
}

export interface Credentials {
  /** `authorization` and similar headers. A list of values is sent as one header each. */
  headers: Record<string, string | string[]>;
  tls: TlsMaterial;
}

/** Provides the URL of a server and the credentials for it. */
export interface CredentialSource {
  /** The server's URL, optionally with the path under which the API is served. */
  readonly server: string;
  /** Called for every request, so it must be cheap. Certificates and tokens may differ from call to call. */
  current(): Promise<Credentials>;
  /**
   * Discards these credentials, because the server rejected them or its certificate is not trusted. If several
   * requests fail at once, only the first call reloads.
   */
  refresh(rejected: Credentials): Promise<void>;
  /** Stops pending lookups, such as a plugin that hangs. */
  close?(): void;
}
