import type { ListOptions, WatchEvent, WatchOptions } from '../../src/client/client.ts';
import type { LiveClient } from '../../src/client/live-client.ts';
import { errorFrom } from '../../src/client/error-from.ts';
import type { ApiError } from '../../src/client/errors.ts';
import type { Kind } from '../../src/objects/kind.ts';
import type { KubernetesObject, ObjectList } from '../../src/objects/object.ts';

type Step = { accepted: true } | { event: WatchEvent<KubernetesObject> } | { end: true } | { error: unknown };

/** A watch that a reflector opened; the test sends its events. */
export class ScriptedWatch {
  readonly options: WatchOptions;
  readonly #steps: Step[] = [];
  #wake = (): void => undefined;

  constructor(options: WatchOptions) {
    this.options = options;
    options.signal?.addEventListener('abort', () => this.end());
  }

  send(type: 'ADDED' | 'MODIFIED' | 'DELETED', object: KubernetesObject): this {
    return this.#push({ event: { type, object } });
  }

  /** Starts the response. Sending an event does so implicitly. */
  accept(): this {
    return this.#push({ accepted: true });
  }

  bookmark(resourceVersion: number, { endsInitialEvents = false } = {}): this {
    const annotations = endsInitialEvents ? { 'k8s.io/initial-events-end': 'true' } : {};
    const metadata = {
      resourceVersion: String(resourceVersion),
      annotations,
    } as KubernetesObject['metadata'];
    return this.#push({ event: { type: 'BOOKMARK', object: { apiVersion: '', kind: '', metadata } } });
  }

  end(): void {
    this.#push({ end: true });
  }

  fail(error: unknown): void {
    this.#push({ error });
  }

  async *events(): AsyncGenerator<WatchEvent<KubernetesObject>> {
    let accepted = false;
    for (;;) {
      const step = this.#steps.shift();
      if (step === undefined) await new Promise<void>((resolve) => (this.#wake = resolve));
      else if ('error' in step) throw step.error;
      else if ('end' in step) return;
      else {
        if (!accepted) this.options.onAccepted?.();
        accepted = true;
        if ('event' in step) yield step.event;
      }
    }
  }

  #push(step: Step): this {
    this.#steps.push(step);
    this.#wake();
    return this;
  }
}

/** A server whose response to each list and watch is set by the test. */
export class ScriptedServer {
  readonly watches: ScriptedWatch[] = [];
  readonly lists: ListOptions[] = [];
  /** The response to each list; an error is thrown. */
  listAnswer: () => ObjectList<KubernetesObject> = () => ({ items: [], resourceVersion: '1' });

  readonly client: Pick<LiveClient, 'list' | 'watch'> = {
    list: async <T extends KubernetesObject>(_: Kind<T>, options: ListOptions = {}) => {
      this.lists.push(options);
      return this.listAnswer() as ObjectList<T>;
    },
    watch: <T extends KubernetesObject>(_: Kind<T>, options: WatchOptions = {}) => {
      const watch = new ScriptedWatch(options);
      this.watches.push(watch);
      return watch.events() as AsyncIterable<WatchEvent<T>>;
    },
  };

  /** The most recently opened watch. */
  get watch(): ScriptedWatch {
    const last = this.watches.at(-1);
    if (last === undefined) throw new Error('no watch was opened');
    return last;
  }
}

/** The error that the client throws for a Status from the server. */
export function serverError(
  code: number,
  reason: string,
  message: string,
  retryAfterSeconds?: number,
): ApiError {
  const details = retryAfterSeconds === undefined ? {} : { details: { retryAfterSeconds } };
  const path = '/apis/cache.example.com/v1/memcacheds';
  return errorFrom(code, { status: 'Failure', code, reason, message, ...details }, { method: 'GET', path });
}

export const forbidden = (): ApiError =>
  serverError(
    403,
    'Forbidden',
    'memcacheds.cache.example.com is forbidden: User "operator" cannot list resource "memcacheds" in API group "cache.example.com" at the cluster scope',
  );

export const expired = (): ApiError => serverError(410, 'Expired', 'too old resource version: 5 (100)');
