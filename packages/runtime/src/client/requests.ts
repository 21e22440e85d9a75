import { withTimeout } from '../abort.ts';
import type { Clock } from '../clock.ts';
import { ConnectionError } from '../transport/connection-error.ts';
import { type ImpersonatedUser, impersonationHeaders } from '../transport/impersonation.ts';
import { retryAfterSeconds } from '../transport/retry-after.ts';
import type { Transport, TransportRequest, TransportResponse } from '../transport/transport.ts';
import { ambientSignal } from './ambient-signal.ts';
import { errorFrom } from './error-from.ts';
import type { Warnings } from './warnings.ts';

interface RequestOptions {
  signal?: AbortSignal | undefined;
  timeout?: number | undefined;
  /** The Accept header. Default: plain JSON. */
  accept?: string | undefined;
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

  #exchange<T>(request: TransportRequest, { timeout, accept, ...options }: RequestOptions): Promise<T> {
    const signal = options.signal ?? ambientSignal();
    const exchange = async (either: AbortSignal | undefined): Promise<T> => {
      const response = await this.#send(request, accept, either);
      return JSON.parse(await response.text()) as T;
    };
    if (timeout === undefined) return exchange(signal);
    const reason = (): Error => this.#timedOut(timeout);
    return withTimeout(this.#options.clock, { timeout, reason, signal }, exchange);
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
    if (response.status >= 200 && response.status < 300) return response;
    const { method, path } = request;
    const failed = { method, path, impersonates: this.#options.impersonates };
    throw errorFrom(response.status, await response.text(), failed, retryAfterSeconds(response.headers));
  }

  #timedOut(timeout: number): Error {
    const server = this.#options.transport.server ?? 'the API server';
    return new ConnectionError(server, new Error(`request timed out after ${timeout / 1000} s`));
  }
}
