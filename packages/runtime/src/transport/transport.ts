/** Carries HTTP requests to one API server, as one user. */
export interface Transport {
  /** The server that it talks to, `https://10.0.0.1:443`; undefined before it knows. */
  readonly server?: string | undefined;
  /**
   * Resolves with whatever status the server answers; rejects when there is no answer, or when the
   * request's signal is aborted (with the signal's reason).
   */
  request(request: TransportRequest): Promise<TransportResponse>;
  /** Ends all connections, those of running watches too. */
  close(): Promise<void>;
}

/** What a request is for. Each purpose has connections of its own. */
export type Purpose = 'request' | 'watch' | 'lease';

/** One request, as a transport sends it. */
export interface TransportRequest {
  method: string;
  /** Absolute path with its query, encoded. */
  path: string;
  headers?: Record<string, string>;
  body?: string;
  signal?: AbortSignal;
  /** Asked right before the request is sent, each time that it is: throws to keep it from being sent. */
  permit?: () => void;
  /**
   * Which connections carry it: watches may stay silent for long, and a Lease must be renewed however many slow requests
   * wait for their turn. Default: `request`.
   */
  purpose?: Purpose;
}

/** What the server answered, whatever its status. Its body is read once, or the request is given up by its signal. */
export interface TransportResponse {
  status: number;
  /** Names in lower case. */
  headers: Record<string, string>;
  /** The whole body. Either this or `chunks` can be called, once. */
  text(): Promise<string>;
  /** The body as it arrives. Leaving the loop ends the request. */
  chunks(): AsyncIterable<Uint8Array>;
}
