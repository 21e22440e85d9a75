import type { WebSocketConnection } from '@opgen/runtime/transport';

/** An authenticated user. */
export interface User {
  readonly name: string;
  readonly groups: readonly string[];
  readonly uid?: string;
  /** Additional attributes of the credentials. */
  readonly extra?: Readonly<Record<string, readonly string[]>>;
}

/** A request as plain data, independent of the transport. */
export interface ServerRequest {
  readonly method: string;
  /** The path without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** Headers with lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly user: User;
  /** Aborted when the client stops reading the response. */
  readonly signal?: AbortSignal;
  /** Whether the connection can become a WebSocket. */
  readonly isUpgradable?: boolean;
}

export interface ServerResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** A watch responds in chunks. */
  readonly body: string | AsyncIterable<string>;
  /** Serves the WebSocket that a response with status 101 opens. */
  readonly upgrade?: (socket: WebSocketConnection) => Promise<void>;
}

export function jsonResponse(
  status: number,
  value: unknown,
  headers: Readonly<Record<string, string>> = {},
): ServerResponse {
  return {
    status,
    headers: { 'content-type': 'application/json', ...headers },
    body: `${JSON.stringify(value)}\n`,
  };
}

export function textResponse(status: number, body: string): ServerResponse {
  return { status, headers: { 'content-type': 'text/plain; charset=utf-8' }, body };
}

export const administrator: User = {
  name: 'kubernetes-admin',
  groups: ['system:masters', 'system:authenticated'],
};
