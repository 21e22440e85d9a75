/** Where metrics are shown, and to whom. */
export interface MetricsOptions {
  /** Where `/metrics` is answered: `:8443` for instance; `0` for nowhere. */
  bindAddress: string;
  /**
   * TLS, and an answer only for those who may `get` the path `/metrics`: the API server is asked who they are
   * (TokenReview) and whether they may (SubjectAccessReview). Default: true.
   */
  secure?: boolean;
}
