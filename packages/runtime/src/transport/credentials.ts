/** What it takes to speak TLS with a server, as PEM text. */
export interface TlsMaterial {
  ca?: string;
  cert?: string;
  key?: string;
  /** The name to expect in the server's certificate, where it is not the host's. */
  servername?: string;
  rejectUnauthorized?: boolean;
  /** An HTTP or SOCKS5 proxy to go through. */
  proxyUrl?: string;
}

export interface Credentials {
  /** `authorization` and the like. A list of values is sent as a header for each. */
  headers: Record<string, string | string[]>;
  tls: TlsMaterial;
}

/** Knows where a server is and who we are to it. */
export interface CredentialSource {
  /** The server's URL; may end in a path under which the API lives. */
  readonly server: string;
  /** Cheap: called for every request. Certificates and tokens may differ from one call to the next. */
  current(): Promise<Credentials>;
  /** Forgets these, which the server refused, or with which we do not trust it. Of many requests that are refused at once, the first does it. */
  refresh(refused: Credentials): Promise<void>;
  /** Ends what still looks for credentials, such as a plugin that hangs. */
  close?(): void;
}
