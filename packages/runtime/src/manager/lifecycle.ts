import type { Clock } from '../clock.ts';
import { type Component, stages } from '../component.ts';
import { deferred } from '../deferred.ts';
import type { Logger } from '../logging/logger.ts';

export interface LifecycleOptions {
  clock: Clock;
  log: Logger;
  /** The grace period of a shutdown in milliseconds. */
  gracePeriod: number;
}

/** Running work is canceled this long before the grace period ends. */
const abortMargin = 1_000;

/** Starts components stage by stage, waits, and stops them in reverse order. */
export class Lifecycle {
  readonly #clock: Clock;
  readonly #log: Logger;
  readonly #gracePeriod: number;
  readonly #components: Component[] = [];
  readonly #ready = deferred();
  readonly #ended = deferred();
  #failed = false;
  #phase: 'new' | 'starting' | 'running' | 'stopping' = 'new';

  constructor({ clock, log, gracePeriod }: LifecycleOptions) {
    this.#clock = clock;
    this.#log = log;
    this.#gracePeriod = gracePeriod;
    // Unhandled rejections of these two are expected.
    this.#ready.promise.catch(() => undefined);
    this.#ended.promise.catch(() => undefined);
  }

  /** Resolves once everything runs; rejects if the manager ends before that. */
  get ready(): Promise<void> {
    return this.#ready.promise;
  }

  /** A component added after the start is started at once. */
  add(component: Component): void {
    if (this.#phase === 'stopping') throw new Error(`cannot add ${component.name}: the manager has stopped`);
    this.#components.push(component);
    if (this.#phase !== 'new') void this.#start(component);
  }

  /** A component that was removed is not stopped again with the others. */
  remove(component: Component): void {
    const index = this.#components.indexOf(component);
    if (index >= 0) this.#components.splice(index, 1);
  }

  /** Resolves once everything has stopped after the signal; rejects with the first failure. */
  async run(signal: AbortSignal | undefined): Promise<void> {
    if (this.#phase !== 'new') throw new Error('the manager was already started: create a new one');
    this.#phase = 'starting';
    const end = (): void => this.#ended.resolve();
    if (signal?.aborted === true) end();
    signal?.addEventListener('abort', end);
    let failure: unknown;
    try {
      await Promise.race([this.#startAll(), this.#ended.promise]);
      await this.#ended.promise;
    } catch (error) {
      failure = error;
    }
    signal?.removeEventListener('abort', end);
    this.#ready.reject(new Error('the manager stopped before it was ready', { cause: failure }));
    const unfinished = await this.#stopAll();
    if (failure !== undefined) throw failure;
    if (unfinished.length > 0) {
      const names = unfinished.map(({ name }) => name).join(', ');
      throw new Error(
        `graceful shutdown timed out after ${this.#gracePeriod / 1000} s; still running: ${names}`,
      );
    }
  }

  async #startAll(): Promise<void> {
    // The list may grow while a stage starts; components added late are started by `add`.
    const components = [...this.#components];
    for (const stage of stages) {
      if (this.#phase === 'stopping' || this.#failed) return;
      await Promise.all(
        components
          .filter((component) => component.stage === stage)
          .map((component) => this.#start(component)),
      );
    }
    if (this.#phase !== 'starting' || this.#failed) return;
    this.#phase = 'running';
    this.#ready.resolve();
  }

  /** A failure ends the manager through `#fail`, so the rejection of the start can be ignored. */
  async #start(component: Component): Promise<void> {
    const fail = (error: unknown): void => this.#fail(component, error);
    try {
      await component.start(fail);
    } catch (error) {
      fail(error);
    }
  }

  #fail({ name }: Component, error: unknown): void {
    this.#log.error(`${name} failed`, { error });
    this.#failed = true;
    this.#ended.reject(error);
  }

  /** Returns the components that did not stop in time. */
  async #stopAll(): Promise<readonly Component[]> {
    this.#phase = 'stopping';
    const running = new Set(this.#components);
    const deadline = deferred();
    const abort = (): void => {
      for (const component of running) component.abort?.();
    };
    const abortAfter = Math.max(this.#gracePeriod - abortMargin, this.#gracePeriod / 2);
    const cancelAbort = this.#clock.schedule(abortAfter, abort);
    const cancelDeadline = this.#clock.schedule(this.#gracePeriod, () => deadline.resolve());
    for (const stage of stages.toReversed()) {
      const stopping = [...running].filter((component) => component.stage === stage);
      const stopped = stopping.map((component) =>
        this.#stop(component).then(() => running.delete(component)),
      );
      await Promise.race([Promise.all(stopped), deadline.promise]);
    }
    cancelAbort();
    cancelDeadline();
    return [...running];
  }

  async #stop(component: Component): Promise<void> {
    try {
      await component.stop();
    } catch (error) {
      this.#log.error(`${component.name} failed to stop`, { error });
    }
  }
}
