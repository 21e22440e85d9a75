import { type Clock, ConnectionError, systemClock } from '@opgen/runtime';
import type { Transport, TransportRequest, TransportResponse } from '@opgen/runtime/transport';
import { answer, conflict, serverErrors, throttled } from './answers.ts';
import { type Fault, type FaultRates, faults, usualRates } from './fault.ts';
import { pauseUnlessAborted } from './pause.ts';
import { faultyWatch } from './faulty-watch.ts';
import { isWrite } from './is-write.ts';
import { RandomByRequest } from './random-by-request.ts';

/** Which faults to inject, how often, and into which requests. */
export interface ChaosOptions {
  /**
   * The seed of the random choices. Each resource has its own sequence: the first, second and third update of an object
   * get the same faults in every run, whatever other requests are sent meanwhile. Default: 1.
   */
  seed?: number | undefined;
  /**
   * The probability of each fault; faults that are left out never happen. Default: `usualRates`, which is every
   * fault except stalls.
   */
  faults?: FaultRates | undefined;
  /** Selects the requests that may get a fault. Default: all. */
  only?: ((request: TransportRequest) => boolean) | undefined;
  /** Called with each fault when it happens. */
  onFault?: ((fault: Fault, request: TransportRequest) => void) | undefined;
  /** The maximum delay of slow requests and late events, in milliseconds. Default: 50. */
  latency?: number | undefined;
  /** The `Retry-After` of a throttled request, in whole seconds. Default: 0. */
  retryAfterSeconds?: number | undefined;
  /** The idle time after which `watchIdleCut` closes a watch, in milliseconds. Default: 20 s. */
  idleLimit?: number | undefined;
  clock?: Clock | undefined;
}

/** A transport that injects faults into requests and watches. */
export interface ChaosTransport extends Transport {
  /** How often each fault has happened so far. */
  readonly happened: Readonly<Record<Fault, number>>;
  /** The number of writes that the server has completed so far. */
  readonly writes: number;
  /** Stops injecting faults. Stalled watches are closed, so that their clients reconnect. */
  calm(): void;
  /** Injects faults again, from now on with these probabilities if given. */
  storm(faults?: FaultRates): void;
  /** Closes every open watch. */
  resetWatches(): void;
  /**
   * Simulates a crash of the operator right after its `count`th write from now: the server completes the write, the
   * response is lost unless it is `delivered`, and every later request fails. Resolves at that moment. A restarted
   * operator needs a separate transport.
   */
  crashAfterWrites(count: number, response?: 'lost' | 'delivered'): Promise<void>;
}

/**
 * Injects faults between an operator and its API server: `chaosTransport(cluster.transport, { seed: 7 })`.
 *
 * Every fault is one that real servers and networks produce, so a correct operator converges in spite of all of
 * them. A test lets the operator run with faults, calls `calm()`, and then checks the final state.
 */
export function chaosTransport(transport: Transport, options: ChaosOptions = {}): ChaosTransport {
  return new Chaos(transport, options);
}

const maxRemembered = 1000;

class Chaos implements ChaosTransport {
  readonly happened = Object.fromEntries(faults.map((fault) => [fault, 0])) as Record<Fault, number>;
  readonly #transport: Transport;
  #rates: FaultRates;
  readonly #only: (request: TransportRequest) => boolean;
  readonly #onFault: (fault: Fault, request: TransportRequest) => void;
  readonly #latency: number;
  readonly #retryAfterSeconds: number;
  readonly #idleLimit: number;
  readonly #clock: Clock;
  readonly #random: RandomByRequest;
  /** The last response of each read, by path. */
  readonly #earlier = new Map<string, string>();
  /** The functions that close each open watch. */
  readonly #watches = new Set<() => void>();
  #isCalm = false;
  #writes = 0;
  #crash: { after: number; response: 'lost' | 'delivered'; resolve: () => void } | undefined;
  #hasCrashed = false;

  constructor(transport: Transport, options: ChaosOptions) {
    this.#transport = transport;
    this.#rates = options.faults ?? usualRates;
    this.#only = options.only ?? (() => true);
    this.#onFault = options.onFault ?? (() => undefined);
    this.#latency = options.latency ?? 50;
    this.#idleLimit = options.idleLimit ?? 20_000;
    this.#retryAfterSeconds = options.retryAfterSeconds ?? 0;
    this.#clock = options.clock ?? systemClock;
    this.#random = new RandomByRequest(options.seed ?? 1);
  }

  get server(): string | undefined {
    return this.#transport.server;
  }

  get writes(): number {
    return this.#writes;
  }

  calm(): void {
    this.#isCalm = true;
    this.resetWatches();
  }

  storm(faults = this.#rates): void {
    this.#rates = faults;
    this.#isCalm = false;
  }

  resetWatches(): void {
    for (const reset of this.#watches) reset();
  }

  crashAfterWrites(count: number, response: 'lost' | 'delivered' = 'lost'): Promise<void> {
    return new Promise((resolve) => (this.#crash = { after: this.#writes + count, response, resolve }));
  }

  during<T>(what: string, run: () => Promise<T>): Promise<T> {
    const { during } = this.#transport;
    return during === undefined ? run() : (during.call(this.#transport, what, run) as Promise<T>);
  }

  close(): Promise<void> {
    return this.#transport.close();
  }

  async request(request: TransportRequest): Promise<TransportResponse> {
    request.signal?.throwIfAborted();
    if (this.#happens('slow', request)) await this.#wait(request);
    if (this.#hasCrashed) throw this.#noAnswer('the operator has crashed');
    const refusal = this.#refusal(request);
    if (refusal !== undefined) return refusal;
    if (request.webSocket !== undefined) return this.#open(request);
    if (isWrite(request)) return this.#write(request);
    if (request.purpose === 'watch') return this.#watch(request);
    return this.#read(request);
  }

  /** The response that replaces the server's; the request does not reach the server. */
  #refusal(request: TransportRequest): TransportResponse | undefined {
    if (this.#happens('refused', request)) throw this.#noAnswer('connect ECONNREFUSED');
    if (this.#happens('throttled', request)) return throttled(this.#retryAfterSeconds);
    if (this.#happens('serverError', request)) return this.#random.of(request).pick(serverErrors)();
    const replaces = request.method === 'PUT' || request.method === 'PATCH';
    if (replaces && this.#happens('conflict', request)) return conflict(request);
    return undefined;
  }

  async #write(request: TransportRequest): Promise<TransportResponse> {
    const response = await this.#transport.request(request);
    if (response.status < 300) this.#writes += 1;
    const crash = this.#crash;
    if (crash !== undefined && this.#writes >= crash.after) {
      this.#disconnect(crash.resolve);
      if (crash.response === 'delivered') return response;
    }
    if (this.#hasCrashed) throw this.#noAnswer('the operator has crashed');
    if (!this.#happens('lostAnswer', request)) return response;
    await response.text();
    throw this.#noAnswer('socket hang up');
  }

  async #read(request: TransportRequest): Promise<TransportResponse> {
    const { path } = request;
    const earlier = this.#earlier.get(path);
    if (earlier !== undefined && this.#happens('stale', request)) return answer(200, earlier);
    const response = await this.#transport.request(request);
    if (this.#happens('lostAnswer', request)) {
      await response.text();
      throw this.#noAnswer('socket hang up');
    }
    if (response.status !== 200 || this.#rates.stale === undefined) return response;
    const text = await response.text();
    if (this.#earlier.size < maxRemembered) this.#earlier.set(path, text);
    return answer(200, text, response.headers);
  }

  async #open(request: TransportRequest): Promise<TransportResponse> {
    const response = await this.#transport.request(request);
    if (!this.#happens('lostAnswer', request)) return response;
    response.webSocket?.destroy();
    throw this.#noAnswer('socket hang up');
  }

  async #watch(request: TransportRequest): Promise<TransportResponse> {
    const response = await this.#transport.request(request);
    if (response.status !== 200) return response;
    return {
      ...response,
      chunks: () =>
        faultyWatch(response.chunks(), {
          signal: request.signal,
          watches: this.#watches,
          happens: (fault) => this.#happens(fault, request),
          wait: () => this.#wait(request),
          cutWhenIdle: (cut) => this.#cutWhenIdle(request, cut),
          broken: () => this.#noAnswer('read ECONNRESET'),
        }),
    };
  }

  #happens(fault: Fault, request: TransportRequest): boolean {
    const rate = this.#rates[fault] ?? 0;
    if (rate === 0 || this.#isCalm || this.#hasCrashed || !this.#only(request)) return false;
    if (!this.#random.of(request).chance(rate)) return false;
    this.happened[fault] += 1;
    this.#onFault(fault, request);
    return true;
  }

  /** Starts a timer only where the fault may happen, because tests with a fake clock count timers. */
  #cutWhenIdle(request: TransportRequest, cut: () => void): () => void {
    if ((this.#rates.watchIdleCut ?? 0) === 0) return () => undefined;
    return this.#clock.schedule(this.#idleLimit, () => {
      if (this.#happens('watchIdleCut', request)) cut();
    });
  }

  #wait(request: TransportRequest): Promise<void> {
    const delay = this.#random.of(request).between(1, Math.max(1, this.#latency));
    return pauseUnlessAborted(this.#clock, delay, request.signal);
  }

  #disconnect(resolve: () => void): void {
    this.#hasCrashed = true;
    this.#crash = undefined;
    this.resetWatches();
    resolve();
  }

  #noAnswer(reason: string): ConnectionError {
    return new ConnectionError(this.server ?? 'the API server', new Error(reason));
  }
}
