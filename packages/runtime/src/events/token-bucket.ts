/** A rate limiter that allows a burst of `size`, and then one more per `refill`. */
export class TokenBucket {
  readonly #size: number;
  readonly #refill: number;
  #tokens: number;
  #since: number;

  /** `refill`: milliseconds per token. `now`: monotonic milliseconds. */
  constructor(size: number, refill: number, now: number) {
    this.#size = size;
    this.#refill = refill;
    this.#tokens = size;
    this.#since = now;
  }

  take(now: number): boolean {
    const earned = Math.floor((now - this.#since) / this.#refill);
    this.#tokens = Math.min(this.#size, this.#tokens + earned);
    this.#since += earned * this.#refill;
    if (this.#tokens === 0) return false;
    this.#tokens -= 1;
    return true;
  }
}
