import { type Clock, ConnectionError, systemClock } from '@opgen/runtime';
import type { Transport, TransportRequest, TransportResponse } from '@opgen/runtime/transport';
import { type Random, seeded } from '../samples/random.ts';
import { answer, conflict, serverErrors, throttled } from './answers.ts';
import { type Fault, type FaultRates, faults, usualRates } from './fault.ts';
import { pauseUnlessAborted } from './pause.ts';
import { stormyWatch } from './stormy-watch.ts';

/** Which faults happen on the way, how often, and to which requests. */
export interface ChaosOptions {
  /** The same requests in the same order meet the same faults. Default: 1. */
  seed?: number;
  /** How likely each fault is; what is left out does not happen. Default: a bad day with every fault but stalls. */
  faults?: FaultRates;
  /** Which requests may be hit. Default: all. */
  only?: (request: TransportRequest) => boolean;
  /** Milliseconds that slow requests and late events take at most. Default: 50. */
  latency?: number;
  /** Whole seconds that a throttled client is asked to wait. Default: 0. */
  retryAfterSeconds?: number;
  /** Milliseconds of silence after which `watchIdleCut` breaks a watch. Default: 20 s. */
  idleLimit?: number;
  clock?: Clock;
}

/** The way to an API server, on which requests and watches meet faults. */
export interface ChaosTransport extends Transport {
  /** How often each fault has happened so far. */
  readonly happened: Readonly<Record<Fault, number>>;
  /** The writes that the server has carried out so far. */
  readonly writes: number;
  /** From here on nothing goes wrong any more. Watches that stall break off, so that they are begun anew. */
  calm(): void;
  /** Faults happen again. */
  storm(): void;
  /** Breaks all watches off that are under way. */
  resetWatches(): void;
  /**
   * The operator dies right after its `count`th write from now: the server carries the write out, nobody hears
   * of it, and nothing gets through any more. Resolves at that moment. What starts next takes a transport of its own.
   */
  crashAfterWrites(count: number): Promise<void>;
}

/**
 * Puts faults between an operator and its API server: `chaosTransport(cluster.transport, { seed: 7 })`.
 *
 * Every fault is one that real servers and networks have, so a program has to come to the right end with all of
 * them. A test lets it work in the storm, says `calm()`, and then looks whether everything is as it should be.
 */
export function chaosTransport(transport: Transport, options: ChaosOptions = {}): ChaosTransport {
  return new Chaos(transport, options);
}

const mostRemembered = 1000;

class Chaos implements ChaosTransport {
  readonly happened = Object.fromEntries(faults.map((fault) => [fault, 0])) as Record<Fault, number>;
  readonly #transport: Transport;
  readonly #rates: FaultRates;
  readonly #only: (request: TransportRequest) => boolean;
  readonly #latency: number;
  readonly #retryAfterSeconds: number;
  readonly #idleLimit: number;
  readonly #clock: Clock;
  readonly #random: Random;
  /** What reads were answered last, by path. */
  readonly #earlier = new Map<string, string>();
  /** Each breaks off one watch. */
  readonly #watches = new Set<() => void>();
  #isCalm = false;
  #writes = 0;
  #crash: { after: number; tell: () => void } | undefined;
  #hasCrashed = false;

  constructor(transport: Transport, options: ChaosOptions) {
    this.#transport = transport;
    this.#rates = options.faults ?? usualRates;
    this.#only = options.only ?? (() => true);
    this.#latency = options.latency ?? 50;
    this.#idleLimit = options.idleLimit ?? 20_000;
    this.#retryAfterSeconds = options.retryAfterSeconds ?? 0;
    this.#clock = options.clock ?? systemClock;
    this.#random = seeded(options.seed ?? 1);
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

  storm(): void {
    this.#isCalm = false;
  }

  resetWatches(): void {
    for (const reset of this.#watches) reset();
  }

  crashAfterWrites(count: number): Promise<void> {
    return new Promise((resolve) => (this.#crash = { after: this.#writes + count, tell: resolve }));
  }

  close(): Promise<void> {
    return this.#transport.close();
  }

  async request(request: TransportRequest): Promise<TransportResponse> {
    request.signal?.throwIfAborted();
    if (this.#happens('slow', request)) await this.#wait(request.signal);
    if (this.#hasCrashed) throw this.#noAnswer('the operator has crashed');
    const refusal = this.#refusal(request);
    if (refusal !== undefined) return refusal;
    if (isWrite(request)) return this.#write(request);
    if (request.purpose === 'watch') return this.#watch(request);
    return this.#read(request);
  }

  /** What is said in place of the server, which then does not hear of the request. */
  #refusal(request: TransportRequest): TransportResponse | undefined {
    if (this.#happens('refused', request)) throw this.#noAnswer('connect ECONNREFUSED');
    if (this.#happens('throttled', request)) return throttled(this.#retryAfterSeconds);
    if (this.#happens('serverError', request)) return this.#random.pick(serverErrors)();
    const replaces = request.method === 'PUT' || request.method === 'PATCH';
    if (replaces && this.#happens('conflict', request)) return conflict(request);
    return undefined;
  }

  async #write(request: TransportRequest): Promise<TransportResponse> {
    const response = await this.#transport.request(request);
    if (response.status < 300) this.#writes += 1;
    if (this.#crash !== undefined && this.#writes >= this.#crash.after) this.#die(this.#crash.tell);
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
    if (this.#earlier.size < mostRemembered) this.#earlier.set(path, text);
    return answer(200, text, response.headers);
  }

  async #watch(request: TransportRequest): Promise<TransportResponse> {
    const response = await this.#transport.request(request);
    if (response.status !== 200) return response;
    return {
      ...response,
      chunks: () =>
        stormyWatch(response.chunks(), {
          signal: request.signal,
          watches: this.#watches,
          happens: (fault) => this.#happens(fault, request),
          wait: () => this.#wait(request.signal),
          cutWhenIdle: (cut) => this.#cutWhenIdle(request, cut),
          broken: () => this.#noAnswer('read ECONNRESET'),
        }),
    };
  }

  #happens(fault: Fault, request: TransportRequest): boolean {
    const rate = this.#rates[fault] ?? 0;
    if (rate === 0 || this.#isCalm || this.#hasCrashed || !this.#only(request)) return false;
    if (!this.#random.chance(rate)) return false;
    this.happened[fault] += 1;
    return true;
  }

  /** No timer unless the fault may happen: what owns the clock counts them. */
  #cutWhenIdle(request: TransportRequest, cut: () => void): () => void {
    if ((this.#rates.watchIdleCut ?? 0) === 0) return () => undefined;
    return this.#clock.schedule(this.#idleLimit, () => {
      if (this.#happens('watchIdleCut', request)) cut();
    });
  }

  #wait(signal: AbortSignal | undefined): Promise<void> {
    return pauseUnlessAborted(this.#clock, this.#random.between(1, Math.max(1, this.#latency)), signal);
  }

  #die(tell: () => void): void {
    this.#hasCrashed = true;
    this.#crash = undefined;
    this.resetWatches();
    tell();
  }

  #noAnswer(why: string): ConnectionError {
    return new ConnectionError(this.server ?? 'the API server', new Error(why));
  }
}

function isWrite({ method, path }: TransportRequest): boolean {
  const isQuestion = /\/(selfsubject|subject|localsubject|token)\w*reviews$/.test(path);
  return method !== 'GET' && method !== 'HEAD' && !isQuestion && !path.includes('dryRun=All');
}
