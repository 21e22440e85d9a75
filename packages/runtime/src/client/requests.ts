import type { Transport, TransportRequest, TransportResponse } from '../transport/transport.ts';
import { ambientSignal } from './ambient-signal.ts';
import { errorFrom } from './error-from.ts';
import type { Warnings } from './warnings.ts';

interface RequestOptions {
  signal?: AbortSignal;
}

export interface RequestsOptions {
  transport: Transport;
  userAgent: string;
  warnings: Warnings;
}

/** Sends requests in the name of one program. What the server refuses becomes the typed error for it. */
export class Requests {
  readonly #transport: Transport;
  readonly #userAgent: string;
  readonly #warnings: Warnings;

  constructor({ transport, userAgent, warnings }: RequestsOptions) {
    this.#transport = transport;
    this.#userAgent = userAgent;
    this.#warnings = warnings;
  }

  async send(request: TransportRequest, options: RequestOptions): Promise<TransportResponse> {
    const signal = options.signal ?? ambientSignal();
    const response = await this.#transport.request({
      ...request,
      headers: { accept: 'application/json', 'user-agent': this.#userAgent, ...request.headers },
      ...(signal && { signal }),
    });
    this.#warnings.notice(response.headers['warning']);
    if (response.status >= 200 && response.status < 300) return response;
    throw errorFrom(response.status, await response.text(), request);
  }

  /** Reads JSON. */
  async read<T>(path: string, options: RequestOptions): Promise<T> {
    const response = await this.send({ method: 'GET', path }, options);
    return JSON.parse(await response.text()) as T;
  }

  /** Sends JSON of some kind, and reads JSON. */
  async write<T>(
    method: string,
    path: string,
    contentType: string,
    body: unknown,
    options: RequestOptions,
  ): Promise<T> {
    const headers = { 'content-type': contentType };
    const response = await this.send({ method, path, headers, body: JSON.stringify(body) }, options);
    return JSON.parse(await response.text()) as T;
  }
}
