import { isObject } from '@opgen/rules/json';
import type { SpanContext } from './span-context.ts';

/** A run, and its span if it has one. */
export interface RunOrigin {
  readonly id: string;
  readonly span?: SpanContext | undefined;
}

/** The number of writes, and of runs, that are remembered: a cause follows soon after what caused it. */
const mostRemembered = 4_096;

/** Remembers which run wrote which state of an object, and which run of an object was the last. */
export class RunOrigins {
  readonly #writes = new Map<string, RunOrigin>();
  readonly #last = new Map<string, RunOrigin>();

  /** The run has written this state. A write that changes nothing returns the state that another one wrote. */
  wrote(object: object, run: RunOrigin): void {
    const key = stateOf(object);
    if (key !== undefined && !this.#writes.has(key)) remember(this.#writes, key, run);
  }

  /** The run that wrote this state. */
  writerOf(object: object): RunOrigin | undefined {
    const key = stateOf(object);
    return key === undefined ? undefined : this.#writes.get(key);
  }

  /** The run of an object has started. Returns its previous run. */
  started(controller: string, object: string, run: RunOrigin): RunOrigin | undefined {
    const key = `${controller} ${object}`;
    const previous = this.#last.get(key);
    this.#last.delete(key);
    remember(this.#last, key, run);
    return previous;
  }
}

function remember(runs: Map<string, RunOrigin>, key: string, run: RunOrigin): void {
  runs.set(key, run);
  const [oldest] = runs.keys();
  if (runs.size > mostRemembered && oldest !== undefined) runs.delete(oldest);
}

/** The uid and the resource version, which together name one state of one object. */
function stateOf(object: object): string | undefined {
  const { metadata } = object as { metadata?: unknown };
  if (!isObject(metadata)) return undefined;
  const { resourceVersion, uid } = metadata;
  return typeof uid === 'string' && typeof resourceVersion === 'string'
    ? `${uid} ${resourceVersion}`
    : undefined;
}
