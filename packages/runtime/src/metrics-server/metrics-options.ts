import type { MetricsRegistry } from '../metrics/metrics-registry.ts';

/** The bind address and the protection of the metrics server. */
export interface MetricsOptions {
  /** The bind address of `/metrics`, for example `:8443`; `0` disables it. */
  bindAddress: string;
  /**
   * Serve over TLS and require permission to `get` the path `/metrics`, checked with TokenReview and
   * SubjectAccessReview. Default: true.
   */
  secure?: boolean | undefined;
  /**
   * Registries of other libraries, for instance `[register]` of prom-client: `/metrics` serves their metrics after those of
   * the manager. A metric whose name is taken is not served, and logged. Default: none.
   */
  registries?: readonly MetricsRegistry[] | undefined;
}
