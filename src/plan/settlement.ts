import type { Run } from '@opgen/runtime/runs';
import { isWrite } from '@opgen/runtime/runs';

/** So many failures in a row, without a write, and the next attempt fails as well. */
const hopeless = 4;
/** Milliseconds: after a write, a requeue that comes sooner continues the work. A later one is another day's work. */
const soon = 10_000;
/** Milliseconds: what was reconciled since then keeps the operator busy. */
const recently = 2_000;

interface Reconciled {
  readonly name: string;
  readonly error: string | undefined;
  readonly failures: number;
  /** Whether the failure is retried, unlike a terminal error. */
  readonly retried: boolean;
  readonly endedAt: number;
  /** Milliseconds since the epoch; undefined if nothing more is to come. */
  readonly continuesAt: number | undefined;
}

/** Decides from the runs of an operator what is still to come, apart from what is queued. */
export class Settlement {
  readonly #objects = new Map<string, Reconciled>();

  /** Records a run that has ended. */
  ran({ calls, cluster = '', controller, error, object, requeueAfter, result }: Run, now: number): void {
    const name = `${controller} ${object.namespace === undefined ? '' : `${object.namespace}/`}${object.name}`;
    const key = `${cluster} ${name}`;
    const writes = calls.filter(isWrite).length;
    const before = this.#objects.get(key);
    const fails = error !== undefined || result === 'requeue';
    const failures = !fails ? 0 : writes > 0 ? 1 : (before?.failures ?? 0) + 1;
    const continues = fails ? failures < hopeless : writes > 0 && (requeueAfter ?? Infinity) <= soon;
    this.#objects.set(key, {
      name,
      error: error?.message,
      failures,
      retried: requeueAfter !== undefined,
      endedAt: now,
      continuesAt: continues && requeueAfter !== undefined ? now + requeueAfter : undefined,
    });
  }

  /** Objects that are reconciled again soon, and whose plan is not complete before. */
  get pending(): string[] {
    return [...this.#objects.values()]
      .filter(({ continuesAt }) => continuesAt !== undefined)
      .map(({ name }) => name);
  }

  /** Objects that were reconciled within the last seconds, or are to be soon. */
  active(now: number): string[] {
    return [...this.#objects.values()]
      .filter(({ continuesAt, endedAt }) => continuesAt !== undefined || now - endedAt < recently)
      .map(({ name }) => name);
  }

  /** Objects whose last reconcile failed. */
  get failing(): { name: string; error: string; retried: boolean }[] {
    return [...this.#objects.values()].flatMap(({ name, error, retried }) =>
      error === undefined ? [] : { name, error, retried },
    );
  }
}
