/** The requests that a server has not answered yet. A watch is answered as soon as it is open. */
export class Activity {
  readonly #open = new Set<{ readonly what: string }>();

  async during<T>(what: string, action: () => Promise<T>): Promise<T> {
    const request = { what };
    this.#open.add(request);
    try {
      return await action();
    } finally {
      this.#open.delete(request);
    }
  }

  /** What is in progress. */
  get open(): readonly string[] {
    return [...this.#open].map(({ what }) => what);
  }

  get isIdle(): boolean {
    return this.#open.size === 0;
  }
}
