import type { Clock } from '../clock.ts';
import type { Counter } from '../metrics/counter.ts';
import type { Gauge } from '../metrics/gauge.ts';
import { type Histogram, powersOfTen } from '../metrics/histogram.ts';
import type { Metrics } from '../metrics/metrics.ts';

/** The metrics of admission and conversion requests, named as in controller-runtime. */
export class WebhookMetrics {
  readonly #clock: Clock;
  readonly #requests: Counter<'webhook' | 'code'>;
  readonly #latency: Histogram<'webhook'>;
  readonly #inFlight: Gauge<'webhook'>;
  readonly #failures: Counter;

  constructor(metrics: Metrics, clock: Clock) {
    this.#clock = clock;
    this.#requests = metrics.counter({
      name: 'controller_runtime_webhook_requests_total',
      help: 'Total number of admission and conversion requests by HTTP status code. A denial counts as 200.',
      labels: ['webhook', 'code'],
    });
    this.#latency = metrics.histogram({
      name: 'controller_runtime_webhook_latency_seconds',
      help: 'Latency of admission and conversion requests.',
      labels: ['webhook'],
      buckets: powersOfTen,
    });
    this.#inFlight = metrics.gauge({
      name: 'controller_runtime_webhook_requests_in_flight',
      help: 'Current number of admission and conversion requests being served.',
      labels: ['webhook'],
    });
    this.#failures = metrics.counter({
      name: 'controller_runtime_webhook_panics_total',
      help: 'Total number of requests denied because a webhook threw an unexpected error.',
    });
  }

  /** Starts to measure a request. Call the returned function with the HTTP status at the end. */
  begin(webhook: string): (code: number) => void {
    const began = this.#clock.monotonic();
    this.#inFlight.add(1, { webhook });
    return (code) => {
      this.#inFlight.add(-1, { webhook });
      this.#latency.observe((this.#clock.monotonic() - began) / 1000, { webhook });
      this.#requests.increment({ webhook, code: String(code) });
    };
  }

  failed(): void {
    this.#failures.increment();
  }
}
