import type { WebSocketConnection } from './web-socket.ts';

/** Sends HTTP requests to one API server, as one user. */
export interface Transport {
  /** The server's URL, for instance `https://10.0.0.1:443`; undefined if it is not known yet. */
  readonly server?: string | undefined;
  /**
   * Resolves with the response, whatever its status. Rejects if there is no response, or with the signal's reason if
   * the signal is aborted.
   */
  request(request: TransportRequest): Promise<TransportResponse>;
  /**
   * Runs a part of the operator that uses the cluster, such as a reconcile, named in `what`. A transport of tests
   * implements it to know when the operator is at rest, and a transport that wraps another one passes it on. Default: the
   * controller runs it directly.
   */
  during?<T>(what: string, run: () => Promise<T>): Promise<T>;
  /** Closes all connections, including those of watches. */
  close(): Promise<void>;
}

/** What a request is for. Each purpose has its own connections. */
export type Purpose = 'request' | 'watch' | 'lease';

/** A request to the API server. */
export interface TransportRequest {
  method: string;
  /** Absolute path with the query, encoded. */
  path: string;
  /** A list of values is sent as one header each. */
  headers?: Record<string, string | string[]> | undefined;
  body?: string | undefined;
  signal?: AbortSignal | undefined;
  /** Called right before each attempt to send the request. Throws to prevent it. */
  permit?: (() => void) | undefined;
  /**
   * Selects the connections: a watch may be idle for minutes, and a Lease renewal must not wait behind slow requests.
   * Default: `request`.
   */
  purpose?: Purpose | undefined;
  /** Asks for a WebSocket that speaks one of these subprotocols. The method is GET. */
  webSocket?: readonly string[] | undefined;
}

/** A response of the server. Read its body once, or abort the signal of the request. */
export interface TransportResponse {
  status: number;
  /** Names are in lower case. */
  headers: Record<string, string>;
  /** Reads the whole body. Call either this or `chunks`, once. */
  text(): Promise<string>;
  /** The body as it arrives. Leaving the loop aborts the request. */
  chunks(): AsyncIterable<Uint8Array>;
  /** The connection of a response with status 101. The signal of the request ends it. */
  webSocket?: WebSocketConnection | undefined;
}
