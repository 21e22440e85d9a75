/** Who asks. */
export interface User {
  readonly name: string;
  readonly groups: readonly string[];
  readonly uid?: string;
  /** What else is known of the credentials. */
  readonly extra?: Readonly<Record<string, readonly string[]>>;
}

/** A request as plain data, whatever carried it here. */
export interface ServerRequest {
  readonly method: string;
  /** Without its query. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly user: User;
  /** Aborted when nobody reads the answer any more. */
  readonly signal?: AbortSignal;
}

export interface ServerResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** A watch answers piece by piece. */
  readonly body: string | AsyncIterable<string>;
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
