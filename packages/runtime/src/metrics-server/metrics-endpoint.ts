import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { metricsContentType } from '../metrics/metrics.ts';
import { acceptsGzip, type Endpoint } from './endpoint.ts';

const compress = promisify(gzip);
/** Compressing shorter responses gains nothing. */
const minimumCompressedLength = 1_024;

/** Serves `/metrics`. */
export class MetricsEndpoint implements Endpoint {
  readonly path = '/metrics';
  readonly role = 'metrics-reader';
  readonly #metrics: { text(): string | Promise<string> };

  constructor(metrics: { text(): string | Promise<string> }) {
    this.#metrics = metrics;
  }

  async respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const text = await this.#metrics.text();
    response.setHeader('content-type', metricsContentType);
    response.setHeader('vary', 'accept-encoding');
    if (text.length < minimumCompressedLength || !acceptsGzip(request)) return void response.end(text);
    // Runs in the thread pool, so that it does not block the event loop.
    const body = await compress(text);
    response.setHeader('content-encoding', 'gzip');
    response.end(body);
  }
}
