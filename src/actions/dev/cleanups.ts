/** What has to be stopped or removed at the end, also after an error. */
export class Cleanups {
  readonly #all: (() => unknown)[] = [];

  add(cleanup: () => unknown): void {
    this.#all.unshift(cleanup);
  }

  /** Runs all, the last one first; then throws the first error. */
  async run(): Promise<void> {
    const errors: unknown[] = [];
    for (const cleanup of this.#all) {
      try {
        await cleanup();
      } catch (error) {
        errors.push(error);
      }
    }
    if (errors.length > 0) throw errors[0];
  }
}
