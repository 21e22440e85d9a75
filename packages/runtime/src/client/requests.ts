import { withTimeout } from '../abort.ts';
import type { Clock } from '../clock.ts';
import { ConnectionError } from '../transport/connection-error.ts';
import { type ImpersonatedUser, impersonationHeaders } from '../transport/impersonation.ts';
import { retryAfterSeconds } from '../transport/retry-after.ts';
import type { Transport, TransportRequest, TransportResponse } from '../transport/transport.ts';
import type { WebSocketConnection } from '../transport/web-socket.ts';
import { ambientSignal } from './ambient-signal.ts';
import { errorFrom } from './error-from.ts';
import type { Warnings } from './warnings.ts';

interface RequestOptions {
  signal?: AbortSignal | undefined;
  timeout?: number | undefined;
  /** The Accept header. Default: plain JSON. */
  accept?: string | undefined;
}

interface WebSocketOptions {
  path: string;
  /** The subprotocols that the client speaks. */
  protocols: readonly string[];
  signal: AbortSignal | undefined;
}

export interface RequestsOptions {
  transport: Transport;
  userAgent: string;
  warnings: Warnings;
  clock: Clock;
  /** The user that requests act as. Default: the one of the transport. */
  impersonates?: ImpersonatedUser | undefined;
}

/** Sends requests with the headers of one client and throws typed errors for unsuccessful responses. */
export class Requests {
  readonly #options: RequestsOptions;
  readonly #headers: Record<string, string | string[]>;

  constructor(options: RequestsOptions) {
    const { userAgent, impersonates = {} } = options;
    this.#options = options;
    this.#headers = { 'user-agent': userAgent, ...impersonationHeaders(impersonates) };
  }

  /** The same, acting as this user. */
  as(user: ImpersonatedUser): Requests {
    return new Requests({ ...this.#options, impersonates: user });
  }

  /** Resolves when the response starts. The signal also aborts reading it. */
  async send(
    request: TransportRequest,
    options: Omit<RequestOptions, 'timeout'>,
  ): Promise<TransportResponse> {
    return this.#send(request, options.accept, options.signal ?? ambientSignal());
  }

  /** Opens a WebSocket. The signal also ends it. */
  async openWebSocket({ path, protocols, signal }: WebSocketOptions): Promise<WebSocketConnection> {
    const request: TransportRequest = { method: 'GET', path, purpose: 'watch', webSocket: protocols };
    const { webSocket } = await this.#send(request, undefined, signal ?? ambientSignal());
    if (webSocket === undefined)
      throw new Error(`${this.server} responded to GET ${path} without a WebSocket`);
    return webSocket;
  }

  async read<T>(path: string, options: RequestOptions): Promise<T> {
    return this.#exchange<T>({ method: 'GET', path }, options);
  }

  /** Sends a JSON body with this content type, and reads JSON. */
  async write<T>(
    method: string,
    path: string,
    contentType: string,
    body: unknown,
    options: RequestOptions,
  ): Promise<T> {
    const headers = { 'content-type': contentType };
    return this.#exchange<T>({ method, path, headers, body: JSON.stringify(body) }, options);
  }

  /** Runs something that sends requests, with the signal and within the timeout of the options. */
  within<T>(
    { signal = ambientSignal(), timeout }: RequestOptions,
    run: (signal: AbortSignal | undefined) => Promise<T>,
  ): Promise<T> {
    if (timeout === undefined) return run(signal);
    const reason = (): Error => this.#timedOut(timeout);
    return withTimeout(this.#options.clock, { timeout, reason, signal }, run);
  }

  /** The server in messages. */
  get server(): string {
    return this.#options.transport.server ?? 'the API server';
  }

  #exchange<T>(request: TransportRequest, options: RequestOptions): Promise<T> {
    return this.within(options, async (signal) => {
      const response = await this.#send(request, options.accept, signal);
      return JSON.parse(await response.text()) as T;
    });
  }

  async #send(
    request: TransportRequest,
    accept = 'application/json',
    signal: AbortSignal | undefined,
  ): Promise<TransportResponse> {
    const response = await this.#options.transport.request({
      ...request,
      headers: { accept, ...this.#headers, ...request.headers },
      ...(signal && { signal }),
    });
    this.#options.warnings.notice(response.headers['warning']);
    const isSuccess = response.status >= 200 && response.status < 300;
    if (isSuccess || response.webSocket !== undefined) return response;
    const { method, path } = request;
    const failed = { method, path, impersonates: this.#options.impersonates };
    throw errorFrom(response.status, await response.text(), failed, retryAfterSeconds(response.headers));
  }

  #timedOut(timeout: number): Error {
    return new ConnectionError(this.server, new Error(`request timed out after ${timeout / 1000} s`));
  }
}
