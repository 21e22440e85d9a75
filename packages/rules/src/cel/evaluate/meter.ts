import { CostExceeded } from '../values/evaluation-error.ts';

/** Counts the cost of an evaluation and ends the evaluation when the cost exceeds the limit. */
export class Meter {
  readonly #limit: number;
  #spent = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  get spent(): number {
    return this.#spent;
  }

  spend(cost: number): void {
    this.#spent += cost;
    if (this.#spent > this.#limit) throw new CostExceeded();
  }
}
