/** Options of the webhook server. */
export interface WebhookServerOptions {
  /** For instance `:9443`; `0` disables the server. */
  bindAddress: string;
  /**
   * Milliseconds to keep serving after the shutdown signal. A Service still routes to a terminating Pod for a moment,
   * and a request that finds no server fails. Default: 3 s in a Pod, where POD_NAMESPACE is set, otherwise 0.
   */
  drainDelay?: number | undefined;
}

export function drainDelayOf({ drainDelay }: Partial<WebhookServerOptions>, env: NodeJS.ProcessEnv): number {
  return drainDelay ?? (env['POD_NAMESPACE'] ? 3_000 : 0);
}
