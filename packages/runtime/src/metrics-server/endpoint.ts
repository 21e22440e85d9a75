import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';

/** A path of the metrics server. */
export interface Endpoint {
  readonly path: string;
  /** The ClusterRole that allows reading it, for the response to clients that may not. */
  readonly role: string;
  /** Answers a GET or HEAD of an authorized client. */
  respond(request: IncomingMessage, response: ServerResponse): void | Promise<void>;
}

/** Sends a short text. */
export function sendText(response: ServerResponse, code: number, text: string): void {
  response.writeHead(code, {
    'content-type': 'text/plain; charset=utf-8',
    'x-content-type-options': 'nosniff',
  });
  response.end(text);
}

/** Sends a body part by part, no faster than the client reads it. Resolves also if the client closes the connection. */
export async function sendParts(
  response: ServerResponse,
  parts: Iterable<string> | AsyncIterable<string>,
  { compressed }: { compressed: boolean },
): Promise<void> {
  const body = Readable.from(parts);
  try {
    if (!compressed) return await pipeline(body, response);
    response.setHeader('content-encoding', 'gzip');
    await pipeline(body, createGzip(), response);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  }
}

export function acceptsGzip({ headers }: IncomingMessage): boolean {
  return /(^|,)\s*gzip\s*(;\s*q=(1|0?\.\d*[1-9]\d*)[\d.]*)?\s*(,|$)/.test(
    String(headers['accept-encoding'] ?? ''),
  );
}
