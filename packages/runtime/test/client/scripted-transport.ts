import type { Transport, TransportRequest, TransportResponse } from '../../src/transport/transport.ts';

interface Answer {
  status?: number;
  headers?: Record<string, string>;
  /** The body, serialized with `JSON.stringify` unless it is a string. */
  body?: unknown;
  /** For watches: chunks of the stream, which ends after them unless `staysOpen` is set. */
  pieces?: readonly (string | Uint8Array)[];
  staysOpen?: boolean;
}

/** Returns the given responses in order and records the requests. */
export class ScriptedTransport implements Transport {
  readonly requests: TransportRequest[] = [];
  readonly #answers: Answer[];

  constructor(...answers: Answer[]) {
    this.#answers = answers;
  }

  async request(request: TransportRequest): Promise<TransportResponse> {
    this.requests.push(request);
    const answer = this.#answers.shift();
    if (answer === undefined) throw new Error(`no answer for ${request.method} ${request.path}`);
    return {
      status: answer.status ?? 200,
      headers: answer.headers ?? {},
      text: async () => (typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body ?? {})),
      chunks: () => stream(answer, request.signal),
    };
  }

  /** The only request. */
  get only(): TransportRequest & { json: unknown; url: URL } {
    const [request, ...others] = this.requests;
    if (request === undefined || others.length > 0) throw new Error(`${this.requests.length} requests`);
    const json: unknown = request.body === undefined ? undefined : JSON.parse(request.body);
    return { ...request, json, url: new URL(request.path, 'https://server') };
  }

  async close(): Promise<void> {}
}

async function* stream(
  { pieces = [], staysOpen = false }: Answer,
  signal?: AbortSignal,
): AsyncGenerator<Uint8Array> {
  for (const piece of pieces) yield typeof piece === 'string' ? Buffer.from(piece) : piece;
  if (!staysOpen) return;
  await new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
}

/** A failure Status as the API server sends it. */
export function failure(code: number, reason: string, message: string, details: object = {}): Answer {
  const body = {
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: 'Failure',
    message,
    reason,
    details,
    code,
  };
  return { status: code, body };
}
