/** How a manager serves its webhooks. */
export interface WebhookServerOptions {
  /** Where, `:9443` for instance; `0` is nowhere. */
  bindAddress: string;
  /**
   * Milliseconds for which webhooks are answered after the signal to stop: a Service leads to a Pod that ends for a
   * moment longer, and a request that finds nobody is refused. Default: 3 s in a Pod, where POD_NAMESPACE is set,
   * else 0.
   */
  drainDelay?: number;
}

export function drainDelayOf({ drainDelay }: Partial<WebhookServerOptions>, env: NodeJS.ProcessEnv): number {
  return drainDelay ?? (env['POD_NAMESPACE'] ? 3_000 : 0);
}
