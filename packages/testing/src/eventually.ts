/** How long to try, and how often. */
export interface EventuallyOptions {
  /** How long to try, in milliseconds. Default: 5000. */
  timeout?: number;
  /** How long to wait between two tries, in milliseconds. Default: 20. */
  interval?: number;
}

/** Tries until the check stops throwing, and answers what it answers; in the end throws its last error. */
export async function eventually<T>(
  check: () => T | Promise<T>,
  { timeout = 5000, interval = 20 }: EventuallyOptions = {},
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
