/**
 * A simple hand-written queue: processes several keys at a time, but each key only once at a time. A key that is added
 * while it is processed is queued again. There is no backoff: an error exits the process.
 */
export class KeyQueue {
  readonly #waiting = new Set<string>();
  readonly #running = new Set<string>();
  readonly #concurrency: number;
  readonly #work: (key: string) => Promise<void>;

  constructor(concurrency: number, work: (key: string) => Promise<void>) {
    this.#concurrency = concurrency;
    this.#work = work;
  }

  add(key: string): void {
    this.#waiting.add(key);
    this.#startNext();
  }

  #startNext(): void {
    for (const key of this.#waiting) {
      if (this.#running.size === this.#concurrency) return;
      if (!this.#running.has(key)) void this.#run(key);
    }
  }

  async #run(key: string): Promise<void> {
    this.#waiting.delete(key);
    this.#running.add(key);
    await this.#work(key);
    this.#running.delete(key);
    this.#startNext();
  }
}
