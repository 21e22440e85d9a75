import type { Clock } from '../clock.ts';
import type { Counter } from '../metrics/counter.ts';
import type { Histogram } from '../metrics/histogram.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { Transport, TransportRequest, TransportResponse } from './transport.ts';

const durationBuckets = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2, 4, 8, 15, 30, 60];

/** The metrics of requests to API servers, named as in client-go. */
export class RequestMetrics {
  readonly total: Counter<'code' | 'method' | 'host'>;
  readonly duration: Histogram<'verb' | 'host'>;

  constructor(metrics: Metrics) {
    this.total = metrics.counter({
      name: 'rest_client_requests_total',
      help: 'Number of requests to the API server by status code, method and host; <error> if no response was received.',
      labels: ['code', 'method', 'host'],
    });
    this.duration = metrics.histogram({
      name: 'rest_client_request_duration_seconds',
      help: 'Request latency in seconds until the response headers arrive. Watches are excluded.',
      labels: ['verb', 'host'],
      buckets: durationBuckets,
    });
  }

  /** Removes the metrics of a server to which no more requests are sent. */
  forget(host: string): void {
    this.total.remove({ host });
    this.duration.remove({ host });
  }
}

/** Measures the requests of another transport. */
export class MeasuredTransport implements Transport {
  readonly #transport: Transport;
  readonly #metrics: RequestMetrics;
  readonly #clock: Clock;

  constructor(transport: Transport, metrics: RequestMetrics, clock: Clock) {
    this.#transport = transport;
    this.#metrics = metrics;
    this.#clock = clock;
  }

  get server(): string | undefined {
    return this.#transport.server;
  }

  async request(request: TransportRequest): Promise<TransportResponse> {
    const { method, purpose } = request;
    const started = this.#clock.monotonic();
    let code = '<error>';
    try {
      const response = await this.#transport.request(request);
      code = String(response.status);
      return response;
    } finally {
      const { host } = this;
      this.#metrics.total.increment({ code, method, host });
      if (purpose !== 'watch') {
        const duration = (this.#clock.monotonic() - started) / 1000;
        this.#metrics.duration.observe(duration, { verb: method, host });
      }
    }
  }

  close(): Promise<void> {
    return this.#transport.close();
  }

  /** The server in the metrics. */
  get host(): string {
    return this.server?.replace(/^https?:\/\//, '') ?? 'unknown';
  }
}
