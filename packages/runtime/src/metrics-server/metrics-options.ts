/** The bind address and the protection of the metrics server. */
export interface MetricsOptions {
  /** The bind address of `/metrics`, for example `:8443`; `0` disables it. */
  bindAddress: string;
  /**
   * Serve over TLS and require permission to `get` the path `/metrics`, checked with TokenReview and
   * SubjectAccessReview. Default: true.
   */
  secure?: boolean | undefined;
}
