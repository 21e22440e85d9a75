/** How long to retry, and how often. */
export interface EventuallyOptions {
  /** The timeout in milliseconds. Default: 15,000. */
  timeout?: number | undefined;
  /** The time between two attempts in milliseconds. Default: 20. */
  interval?: number | undefined;
}

/** Retries until the check does not throw and returns its result; after the timeout, throws its last error. */
export async function eventually<T>(
  check: () => T | Promise<T>,
  { timeout = 15_000, interval = 20 }: EventuallyOptions = {},
): Promise<T> {
  const deadline = performance.now() + timeout;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (performance.now() >= deadline) throw error;
      await new Promise((resolve) => setTimeout(resolve, interval));
    }
  }
}
