import type { Transport, TransportRequest, TransportResponse } from '@opgen/runtime';
import type { ApiServer } from '../api-server.ts';
import type { User } from './request.ts';

/** Carries requests to a server in the same process, as text, so that both ends keep their own objects. */
export function inProcessTransport(server: ApiServer, user: User): Transport {
  const closing = new AbortController();
  return {
    async request(request: TransportRequest): Promise<TransportResponse> {
      const signal = request.signal ? AbortSignal.any([request.signal, closing.signal]) : closing.signal;
      signal.throwIfAborted();
      const { pathname, searchParams } = new URL(request.path, 'http://in-process');
      const { status, headers, body } = await server.handle({
        method: request.method,
        path: pathname,
        query: searchParams,
        headers: lowerCased(request.headers ?? {}),
        body: request.body ?? '',
        user,
        signal,
      });
      return {
        status,
        headers: { ...headers },
        text: () => wholeText(body),
        chunks: () => chunks(body, signal),
      };
    },
    async close(): Promise<void> {
      closing.abort();
    },
  };
}

function lowerCased(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

async function wholeText(body: string | AsyncIterable<string>): Promise<string> {
  if (typeof body === 'string') return body;
  let whole = '';
  for await (const piece of body) whole += piece;
  return whole;
}

async function* chunks(
  body: string | AsyncIterable<string>,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  if (typeof body === 'string') yield Buffer.from(body);
  else for await (const piece of body) yield Buffer.from(piece);
  signal.throwIfAborted();
}
