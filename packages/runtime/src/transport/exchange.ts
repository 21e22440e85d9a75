import type { Agent, ClientRequest, IncomingMessage } from 'node:http';
import { urlToHttpOptions } from 'node:url';
import { http, https } from '../http/node-http.ts';
import type { TransportRequest } from './transport.ts';

/** A request whose path and headers are all that the server gets to see. */
export interface Message extends Omit<TransportRequest, 'headers' | 'permit'> {
  headers: Record<string, string | string[]>;
}

/** Sends requests to one server, and can break off all that are under way. */
export class Exchanges {
  readonly #send: typeof http.request;
  readonly #server: ReturnType<typeof urlToHttpOptions>;
  readonly #idle: number;
  readonly #underWay = new Set<(reason: Error) => void>();

  /** After `idle` milliseconds without a byte it gives up. A watch that is answered may be silent. */
  constructor(origin: string, idle: number) {
    const url = new URL(origin);
    this.#idle = idle;
    this.#send = (url.protocol === 'https:' ? https : http).request;
    this.#server = urlToHttpOptions(url);
  }

  /** Resolves when the answer begins. Rejects with the reason of its signal, or with what went wrong. */
  begin(message: Message, agent: Agent): Promise<IncomingMessage> {
    const { method, path, body, signal, purpose } = message;
    const length = body !== undefined && { 'content-length': Buffer.byteLength(body) };
    const headers = { ...message.headers, ...length };
    return new Promise((resolve, reject) => {
      const timeout = this.#idle;
      const request = this.#send({ ...this.#server, method, path, headers, agent, timeout });
      let response: IncomingMessage | undefined;
      const end = (reason?: Error): void => {
        (response ?? request).destroy(reason);
        // Node tells of a request that waits for a connection only once it has one.
        reject((reason ?? signal?.reason) as Error);
      };
      this.#endable(request, end, signal);
      request.on('timeout', () => end(new Error(`no data received for ${timeout / 1000} s`)));
      request.on('error', reject);
      request.on('response', (answer) => {
        response = answer;
        // Kept with the answer, for whoever reads it. Without a listener it would be lost.
        answer.on('error', () => {});
        if (purpose === 'watch') request.setTimeout(0);
        resolve(answer);
      });
      request.end(body);
    });
  }

  /** Breaks off all that is under way. */
  endAll(reason: Error): void {
    for (const end of this.#underWay) end(reason);
  }

  #endable(request: ClientRequest, end: (reason?: Error) => void, signal: AbortSignal | undefined): void {
    // Whoever gave the signal knows the reason. Node would read its stack, and with it all of the source map.
    const abort = (): void => end();
    this.#underWay.add(end);
    signal?.addEventListener('abort', abort);
    request.on('close', () => {
      this.#underWay.delete(end);
      signal?.removeEventListener('abort', abort);
    });
  }
}

/** All of the answer's body. */
export function textOf(response: IncomingMessage): Promise<string> {
  return new Promise((resolve, reject) => {
    const brokenOff = (): Error =>
      response.errored ?? new Error('connection closed before the response was complete');
    if (response.destroyed) return reject(brokenOff());
    let text = '';
    response.setEncoding('utf8');
    response.on('data', (piece: string) => (text += piece));
    response.on('end', () => resolve(text));
    response.on('error', reject);
    // Not every way to break off is an error.
    response.on('close', () => {
      // An error is too dear to be made for each answer that came to its end.
      if (!response.readableEnded) reject(brokenOff());
    });
  });
}
