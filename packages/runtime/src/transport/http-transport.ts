import { setMaxListeners } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { orAborted } from '../abort.ts';
import { Agents } from './agents.ts';
import { ConnectionError } from './connection-error.ts';
import type { Credentials, CredentialSource } from './credentials.ts';
import { type Answer, Exchanges } from './exchange.ts';
import { credentialHeaders } from './impersonation.ts';
import type { Timeouts } from './open-pool.ts';
import { bodyOf, textOf } from './response-body.ts';
import { longestRetryAfter, retryAfterSeconds } from './retry-after.ts';
import type { Transport, TransportRequest, TransportResponse } from './transport.ts';

/** Timeouts and retries of a transport. */
export interface HttpTransportOptions {
  /** Default: 10 s to connect, 60 s without data. */
  timeouts?: { [Name in keyof Timeouts]?: Timeouts[Name] | undefined } | undefined;
  /** How often a request is retried when the server responds with `Retry-After`. Default: 5. */
  retries?: number | undefined;
  /** Returns a number between 0 and 1, the jitter of retries. Default: `Math.random`. */
  random?: (() => number) | undefined;
  sleep?: ((milliseconds: number, signal?: AbortSignal) => Promise<unknown>) | undefined;
}

/** As in client-go. The API server compresses lists and objects of more than 128 KiB, but no watches. */
const compressed = { 'accept-encoding': 'gzip' };

/** Sends HTTP requests to the server of a credential source, over keep-alive connections. */
export class HttpTransport implements Transport {
  readonly #source: CredentialSource;
  readonly #origin: string;
  readonly #prefix: string;
  readonly #agents: Agents;
  readonly #exchanges: Exchanges;
  readonly #retries: number;
  readonly #random: () => number;
  readonly #sleep: (milliseconds: number, signal?: AbortSignal) => Promise<unknown>;

  constructor(source: CredentialSource, options: HttpTransportOptions = {}) {
    const { origin, pathname } = new URL(source.server);
    this.#source = source;
    this.#origin = origin;
    this.#prefix = pathname.replace(/\/$/, '');
    const { connect = 10_000, idle = 60_000 } = options.timeouts ?? {};
    this.#agents = new Agents(origin, { connect, idle });
    this.#exchanges = new Exchanges(origin, idle);
    this.#retries = options.retries ?? 5;
    this.#random = options.random ?? Math.random;
    this.#sleep =
      options.sleep ?? ((milliseconds, signal) => sleep(milliseconds, undefined, signal && { signal }));
  }

  get server(): string {
    return this.#origin;
  }

  async request(request: TransportRequest): Promise<TransportResponse> {
    const { signal } = request;
    // All requests and watches of a program may share one signal; Node warns about a leak at more than ten listeners.
    if (signal !== undefined) setMaxListeners(0, signal);
    for (let tries = 0; ; tries += 1) {
      const answer = await this.#sendWithCredentials(request);
      const wait = tries < this.#retries ? this.#waitBeforeRetry(answer.message) : undefined;
      if (wait === undefined) return toTransportResponse(answer, this.#origin, signal);
      await textOf(answer.message);
      await this.#sleep(wait, signal).catch((error: unknown) => {
        throw signal?.aborted === true ? signal.reason : error;
      });
    }
  }

  async close(): Promise<void> {
    this.#source.close?.();
    this.#agents.close();
    this.#exchanges.abortAll(new Error('transport closed'));
  }

  /**
   * If the server rejects the credentials, or its certificate is not trusted, reloads the credentials and retries
   * once.
   */
  async #sendWithCredentials(request: TransportRequest): Promise<Answer> {
    const { signal } = request;
    const credentials = await orAborted(this.#source.current(), signal);
    let answer: Answer | undefined;
    try {
      answer = await this.#sendOnKeptConnection(request, credentials);
    } catch (error) {
      if (!isUntrustedCertificate(error)) throw error;
    }
    if (answer !== undefined && answer.message.statusCode !== 401) return answer;
    if (answer !== undefined) await textOf(answer.message);
    await orAborted(this.#source.refresh(credentials), signal);
    return this.#sendOnKeptConnection(request, await orAborted(this.#source.current(), signal));
  }

  /**
   * A server may close an idle connection just as we reuse it. Reads are then retried once; a WebSocket is not, because
   * its request may have started a command.
   */
  async #sendOnKeptConnection(request: TransportRequest, credentials: Credentials): Promise<Answer> {
    try {
      return await this.#send(request, credentials);
    } catch (error) {
      const isRead = request.method === 'GET' && request.webSocket === undefined;
      if (!isRead || !isClosedSocket(error)) throw error;
      return this.#send(request, credentials);
    }
  }

  async #send(request: TransportRequest, credentials: Credentials): Promise<Answer> {
    const { signal, purpose = 'request' } = request;
    signal?.throwIfAborted();
    request.permit?.();
    const path = this.#prefix + request.path;
    const headers = {
      ...(request.method === 'GET' && purpose === 'request' && compressed),
      ...request.headers,
      ...credentialHeaders(credentials.headers, request.headers),
    };
    try {
      const agent = this.#agents.for(credentials.tls, purpose);
      return await this.#exchanges.begin({ ...request, path, headers }, agent);
    } catch (error) {
      throw signal?.aborted === true ? signal.reason : new ConnectionError(this.#origin, error);
    }
  }

  /** Milliseconds to wait before a retry; undefined if the server does not request one. */
  #waitBeforeRetry({ statusCode, headers }: IncomingMessage): number | undefined {
    if (statusCode !== 429 && statusCode !== 503) return undefined;
    const seconds = retryAfterSeconds(headers);
    if (seconds === undefined || seconds > longestRetryAfter) return undefined;
    return seconds * 1000 * (1 + this.#random() / 2);
  }
}

/**
 * OpenSSL's errors for an untrusted server certificate. They occur before the request is sent, so a retry is safe.
 */
const untrustedCertificateCodes = new Set([
  'CERT_HAS_EXPIRED',
  'CERT_SIGNATURE_FAILURE',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]);

function isUntrustedCertificate(error: unknown): boolean {
  return (
    error instanceof ConnectionError &&
    untrustedCertificateCodes.has((error.cause as { code?: string }).code ?? '')
  );
}

function isClosedSocket(error: unknown): boolean {
  if (!(error instanceof ConnectionError)) return false;
  const { code } = error.cause as { code?: string };
  return code === 'ECONNRESET' || code === 'EPIPE';
}

function toTransportResponse(
  { message: response, webSocket }: Answer,
  server: string,
  signal: AbortSignal | undefined,
): TransportResponse {
  const reasonOf = (error: unknown): unknown =>
    signal?.aborted === true ? signal.reason : new ConnectionError(server, error);
  return {
    status: response.statusCode ?? 0,
    // Node joins the values of repeated headers, except for `set-cookie`, which is unused.
    headers: response.headers as Record<string, string>,
    webSocket,
    async text() {
      try {
        return await textOf(response);
      } catch (error) {
        throw reasonOf(error);
      }
    },
    async *chunks() {
      try {
        for await (const chunk of bodyOf(response)) yield chunk as Uint8Array;
      } catch (error) {
        throw reasonOf(error);
      }
    },
  };
}
