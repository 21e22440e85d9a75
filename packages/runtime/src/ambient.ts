import { AsyncLocalStorage } from 'node:async_hooks';

/** One storage for all values, because Node 20 spends time on each storage whenever a promise is created. */
const storage = new AsyncLocalStorage<ReadonlyMap<object, unknown>>();

/** A value that a function shares with everything it calls, at any depth and at any later time. */
export class Ambient<Value> {
  /** Runs a function with the value. */
  run<Result>(value: Value, run: () => Result): Result {
    return storage.run(new Map(storage.getStore()).set(this, value), run);
  }

  /** The value of the innermost `run`; undefined outside. */
  get value(): Value | undefined {
    return storage.getStore()?.get(this) as Value | undefined;
  }
}
