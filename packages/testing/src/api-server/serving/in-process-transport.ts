import { setMaxListeners } from 'node:events';
import { duplexPair } from 'node:stream';
import { ConnectionError } from '@opgen/runtime';
import {
  type Transport,
  type TransportRequest,
  type TransportResponse,
  WebSocketConnection,
} from '@opgen/runtime/transport';
import { tokenAuthentication } from '../authentication/authentication.ts';
import { Tokens } from '../authentication/tokens.ts';
import { failureResponse } from '../http/failure-response.ts';
import { requireSize } from '../http/request-body.ts';
import { joinValues } from '../http/header-values.ts';
import { readTarget } from '../http/request-target.ts';
import type { Served } from '../http/serve.ts';
import { untilAborted } from '../http/until-aborted.ts';
import type { ServerResponse, User } from './request.ts';

/**
 * Sends requests to a server in the same process, as text, so that client and server share no objects. Behaves like
 * an HTTP transport, also when requests are aborted or connections are closed.
 */
export function inProcessTransport(server: Served, user: User): Transport {
  const open = new Set<AbortController>();
  let closed = false;
  return {
    async request(request: TransportRequest): Promise<TransportResponse> {
      request.signal?.throwIfAborted();
      if (closed) throw connectionClosed();
      request.permit?.();
      const exchange = new AbortController();
      open.add(exchange);
      const end = endWith(exchange, request.signal, () => open.delete(exchange));
      try {
        const response = await unlessAborted(
          respond(server, user, request, exchange.signal),
          exchange.signal,
        );
        const { upgrade } = response;
        const webSocket = upgrade && openWebSocket(upgrade, exchange.signal, end);
        return { ...transportResponse(response, request, exchange.signal, end), webSocket };
      } catch (error) {
        end();
        throw error;
      }
    },
    async close(): Promise<void> {
      closed = true;
      for (const exchange of open) exchange.abort(connectionClosed());
    },
  };
}

function connectionClosed(): ConnectionError {
  return new ConnectionError('the embedded API server', new Error('transport closed'));
}

/** Aborts the exchange together with the client's signal, until the returned function is called. */
function endWith(exchange: AbortController, signal: AbortSignal | undefined, ended: () => void): () => void {
  const abort = (): void => exchange.abort(signal?.reason);
  // One signal ends all requests and watches of a program; Node warns about a leak above ten listeners.
  if (signal !== undefined) setMaxListeners(0, signal);
  signal?.addEventListener('abort', abort, { once: true });
  return () => {
    signal?.removeEventListener('abort', abort);
    ended();
    // The server does not need to know why the client stopped reading.
    exchange.abort();
  };
}

async function respond(
  { handle, tokens = new Tokens() }: Served,
  user: User,
  { method, path: target, headers: given = {}, body = '', webSocket }: TransportRequest,
  signal: AbortSignal,
): Promise<ServerResponse> {
  try {
    const upgrade = webSocket && { upgrade: 'websocket', 'sec-websocket-protocol': webSocket.join(', ') };
    const headers = { ...lowerCased(given), ...upgrade };
    requireSize(Buffer.byteLength(body));
    const parsed = { method, ...readTarget(target), headers, body };
    const caller = tokenAuthentication(tokens, user)(headers);
    const upgradable = webSocket && { isUpgradable: true };
    const response = await handle({ ...parsed, user: caller, signal, ...upgradable });
    return method === 'HEAD' ? { ...response, body: '' } : response;
  } catch (error) {
    return failureResponse(error);
  }
}

/** Connects the client with what serves the WebSocket, until one of them or the signal ends it. */
function openWebSocket(
  serve: NonNullable<ServerResponse['upgrade']>,
  signal: AbortSignal,
  end: () => void,
): WebSocketConnection {
  const [client, server] = duplexPair();
  signal.addEventListener('abort', () => client.destroy(), { once: true });
  client.once('close', () => {
    server.destroy();
    end();
  });
  server.once('close', () => client.destroy());
  void serve(new WebSocketConnection(server, 'server')).catch(() => server.destroy());
  return new WebSocketConnection(client, 'client');
}

function transportResponse(
  { status, headers, body }: ServerResponse,
  { signal: clients }: TransportRequest,
  signal: AbortSignal,
  end: () => void,
): TransportResponse {
  if (typeof body === 'string' && status !== 101) end();
  async function* pieces(): AsyncGenerator<string, void> {
    clients?.throwIfAborted();
    if (typeof body === 'string') {
      yield body;
      return;
    }
    try {
      yield* untilAborted(body, signal);
      signal.throwIfAborted();
    } finally {
      end();
    }
  }
  return {
    status,
    headers: lowerCased(headers),
    async text() {
      let whole = '';
      for await (const piece of pieces()) whole += piece;
      return whole;
    },
    async *chunks() {
      for await (const piece of pieces()) yield Buffer.from(piece);
    },
  };
}

function unlessAborted<T>(answer: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(signal.reason as Error);
    signal.addEventListener('abort', stop, { once: true });
    void answer.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}

function lowerCased(headers: Readonly<Record<string, string | string[]>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, values]) => {
      const lower = name.toLowerCase();
      return [lower, joinValues(lower, [values].flat())];
    }),
  );
}
