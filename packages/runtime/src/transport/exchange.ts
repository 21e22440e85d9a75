import { randomBytes } from 'node:crypto';
import type { EventEmitter } from 'node:events';
import type { Agent, IncomingMessage } from 'node:http';
import { http, https } from '../http/node-http.ts';
import type { TransportRequest } from './transport.ts';
import { webSocketAccept, WebSocketConnection } from './web-socket.ts';

/** A request with its final path and headers. */
export interface Message extends Omit<TransportRequest, 'headers' | 'permit'> {
  headers: Record<string, string | string[]>;
}

/** The start of a response. */
export interface Answer {
  readonly message: IncomingMessage;
  /** Present if the server has accepted a request for a WebSocket. */
  readonly webSocket?: WebSocketConnection;
}

/** Sends requests to one server and can abort all requests in flight. */
export class Exchanges {
  readonly #send: typeof http.request;
  readonly #server: { readonly host: string; readonly port: string };
  readonly #idle: number;
  readonly #inFlight = new Set<(reason: Error) => void>();

  /** `idle`: milliseconds without data after which a request fails. Does not apply to a watch once it is accepted. */
  constructor(origin: string, idle: number) {
    const url = new URL(origin);
    this.#idle = idle;
    this.#send = (url.protocol === 'https:' ? https : http).request;
    this.#server = { host: url.hostname.replaceAll(/^\[|\]$/g, ''), port: url.port };
  }

  /** Resolves when the response headers arrive. Rejects with the reason of the signal, or with the error. */
  begin(message: Message, agent: Agent): Promise<Answer> {
    const { method, path, body, signal, purpose, webSocket: protocols } = message;
    const key = protocols === undefined ? '' : randomBytes(16).toString('base64');
    const headers = {
      ...message.headers,
      ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }),
      ...(protocols !== undefined && handshake(key, protocols)),
    };
    return new Promise((resolve, reject) => {
      const timeout = this.#idle;
      const request = this.#send({ ...this.#server, method, path, headers, agent, timeout });
      let response: IncomingMessage | undefined;
      const end = (reason?: Error): void => {
        (response ?? request).destroy(reason);
        // Node emits nothing for a request that still waits for a free connection.
        reject((reason ?? signal?.reason) as Error);
      };
      this.#trackInFlight(request, end, signal);
      request.on('timeout', () => end(new Error(`no data received for ${timeout / 1000} s`)));
      request.on('error', reject);
      request.on('response', (answer) => {
        response = answer;
        // Without a listener, Node discards the error and `response.errored` stays empty.
        answer.on('error', () => {});
        if (purpose === 'watch') request.setTimeout(0);
        resolve({ message: answer });
      });
      if (protocols === undefined) return void request.end(body);
      request.on('upgrade', (answer, socket, head) => {
        if (answer.headers['sec-websocket-accept'] !== webSocketAccept(key)) {
          socket.destroy();
          return reject(new Error('the server does not speak the WebSocket protocol'));
        }
        // A terminal or a forwarded port may be idle for hours.
        socket.setTimeout(0);
        this.#trackInFlight(socket, (reason) => socket.destroy(reason), signal);
        resolve({ message: answer, webSocket: new WebSocketConnection(socket, 'client', head) });
      });
      request.end(body);
    });
  }

  /** Aborts all requests in flight. */
  abortAll(reason: Error): void {
    for (const end of this.#inFlight) end(reason);
  }

  #trackInFlight(
    exchange: EventEmitter,
    end: (reason?: Error) => void,
    signal: AbortSignal | undefined,
  ): void {
    // Pass no reason: the caller has it from the signal, and Node would read its stack, which loads the source map.
    const abort = (): void => end();
    this.#inFlight.add(end);
    signal?.addEventListener('abort', abort);
    exchange.on('close', () => {
      this.#inFlight.delete(end);
      signal?.removeEventListener('abort', abort);
    });
  }
}

/** The headers that ask for a WebSocket (RFC 6455, section 4.1). */
function handshake(key: string, protocols: readonly string[]): Record<string, string> {
  return {
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': key,
    'sec-websocket-protocol': protocols.join(', '),
  };
}
