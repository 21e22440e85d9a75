/** The registry of another library whose metrics are served with those of the manager: `register` of prom-client. */
export interface MetricsRegistry {
  /** All its metrics in the Prometheus text format. */
  metrics(): string | Promise<string>;
  /** The format of the text; OpenMetrics is not supported. */
  readonly contentType?: string | undefined;
}
