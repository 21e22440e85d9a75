import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Clock } from '../clock.ts';
import type { Logger } from '../logging/logger.ts';
import { readBody, TooLarge } from './read-body.ts';
import { InvalidReviewError, type Route, type Routes } from './routes.ts';
import { timeoutOf } from './timeout.ts';
import type { WebhookMetrics } from './webhook-metrics.ts';

const mebibyte = 1024 * 1024;

/**
 * An admission review contains two objects of a few MiB at most; a conversion review contains a whole page of a list.
 */
const bodyLimits: Record<Route['purpose'], number> = {
  defaulting: 16 * mebibyte,
  validation: 16 * mebibyte,
  conversion: 256 * mebibyte,
};

export interface RespondParts {
  routes: Routes;
  clock: Clock;
  log: Logger;
  metrics: WebhookMetrics;
  /** Aborted when the server stops; connections are then not kept alive. */
  signal: AbortSignal;
}

/** Responds to one request of the API server. An error in it never ends the process. */
export async function respond(
  request: IncomingMessage,
  response: ServerResponse,
  parts: RespondParts,
): Promise<void> {
  const { routes, clock, log, metrics, signal } = parts;
  const timeout = new AbortController();
  const [path = '', query] = (request.url ?? '').split('?', 2);
  const cancelTimer = clock.schedule(timeoutOf(query), () => timeout.abort(new TimedOut()));
  response.once('close', () => timeout.abort());
  // Unknown paths are not measured: each would create a new series.
  const measured = routes.find(path) === undefined ? undefined : metrics.begin(path);
  let reply: Reply;
  try {
    reply = await outcome(request, path, { ...parts, signal: timeout.signal });
  } catch (error) {
    if (response.destroyed)
      log.warn('the API server closed the connection before the webhook response', { path });
    else log.error('webhook request failed', { path, error });
    reply = { code: 500, body: 'internal error' };
  }
  cancelTimer();
  measured?.(reply.code);
  if (response.destroyed) return;
  const body = typeof reply.body === 'string' ? `${reply.body}\n` : JSON.stringify(reply.body);
  response.writeHead(reply.code, {
    'content-type': typeof reply.body === 'string' ? 'text/plain; charset=utf-8' : 'application/json',
    'content-length': Buffer.byteLength(body),
    'x-content-type-options': 'nosniff',
    // The unread rest of a body must not be parsed as the next request.
    ...((signal.aborted || !request.complete) && { connection: 'close' }),
    ...(reply.code === 405 && { allow: 'POST' }),
  });
  response.end(body);
}

interface Reply {
  code: number;
  body: object | string;
}

class TimedOut extends Error {
  override readonly message = 'the webhook timed out';
}

async function outcome(request: IncomingMessage, path: string, parts: RespondParts): Promise<Reply> {
  const { routes, signal } = parts;
  const route = routes.find(path);
  if (route === undefined)
    return { code: 404, body: `no webhook at ${path}; known paths: ${routes.paths.join(', ')}` };
  if (request.method !== 'POST') return { code: 405, body: 'method not allowed: send the review with POST' };
  if (!/^application\/json\s*(;|$)/i.test(request.headers['content-type'] ?? '')) {
    return { code: 415, body: 'send the review as application/json' };
  }
  try {
    const answer = async (): Promise<Reply> => {
      const body = await readBody(request, bodyLimits[route.purpose]);
      return { code: 200, body: await route.handle(body, signal) };
    };
    return await Promise.race([answer(), rejection(signal)]);
  } catch (error) {
    if (error instanceof InvalidReviewError) return { code: 400, body: error.message };
    if (error instanceof TooLarge) return { code: 413, body: error.message };
    // Not a denial: the failurePolicy of the webhook decides.
    if (error instanceof TimedOut) return { code: 504, body: `${route.owner}: ${error.message}` };
    throw error;
  }
}

/** Rejects on abort. A handler that ignores its signal keeps running, but the response does not wait for it. */
function rejection(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
}
