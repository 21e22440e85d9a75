import { randomInt } from 'node:crypto';
import type { Transport, TransportRequest, TransportResponse } from '@opgen/runtime/transport';
import {
  type Access,
  accessOf,
  type ChaosTransport,
  chaosTransport,
  type Fault,
  type FaultRates,
  usualRates,
} from '@opgen/testing';
import { accessText } from './access-text.ts';
import type { CrashPoint, FaultsView, FaultView } from './page/model/messages.ts';

/** How `opgen dev` injects faults at its start. */
export interface FaultOptions {
  /** Whether to inject faults from the start. */
  active: boolean;
  /** Default: a random one. */
  seed?: number | undefined;
  /** Default: the usual ones. */
  rates?: FaultRates | undefined;
}

/** A fault that was injected into a request. */
export interface InjectedFault {
  readonly fault: Fault;
  readonly access: Access;
}

/** The number of faults that the page lists. */
const mostRecent = 100;

export interface FaultInjectionParts {
  /** The transport to the API server. */
  upstream: Transport;
  options: FaultOptions;
  onFault: (injected: InjectedFault) => void;
  /** Called after each change of the state. */
  onChange: () => void;
  /** Called when the operator has to crash. */
  onCrash: (crash: CrashPoint) => void;
}

/**
 * Injects faults into the requests of the operator, which are sent through it whether it injects any or not: that is how
 * faults can be switched on while the operator runs.
 */
export class FaultInjection implements Transport {
  readonly #parts: FaultInjectionParts;
  readonly #seed: number;
  #active: boolean;
  #rates: FaultRates;
  #crash: CrashPoint | undefined;
  #recent: readonly FaultView[] = [];
  #count = 0;
  #chaos: ChaosTransport;

  constructor(parts: FaultInjectionParts) {
    const { active, seed = randomInt(1, 100_000), rates = usualRates } = parts.options;
    this.#parts = parts;
    this.#active = active;
    this.#seed = seed;
    this.#rates = rates;
    this.#chaos = this.#newChaos();
  }

  /** What is injected now, and what has been injected into the requests of the running operator. */
  get state(): FaultsView {
    const { happened, writes } = this.#chaos;
    return {
      active: this.#active,
      seed: this.#seed,
      rates: this.#rates,
      happened,
      writes,
      crash: this.#crash,
      recent: this.#recent,
    };
  }

  /** Call it before the operator starts: the requests of each process get the same faults again. */
  restarted(): void {
    this.#chaos = this.#newChaos();
    this.#crash = undefined;
    this.#parts.onChange();
  }

  /** Injects faults from now on, with these probabilities if given. */
  activate(rates: FaultRates = this.#rates): void {
    this.#active = true;
    this.#rates = rates;
    this.#chaos.storm(rates);
    this.#parts.onChange();
  }

  /** Stops injecting faults. */
  deactivate(): void {
    this.#active = false;
    this.#chaos.calm();
    this.#parts.onChange();
  }

  /** Lets the operator crash at a write. */
  crashAt(crash: CrashPoint): void {
    this.#crash = crash;
    this.#parts.onChange();
    void this.#crashWith(this.#chaos, crash);
  }

  request(request: TransportRequest): Promise<TransportResponse> {
    return this.#chaos.request(request);
  }

  close(): Promise<void> {
    return this.#parts.upstream.close();
  }

  async #crashWith(chaos: ChaosTransport, crash: CrashPoint): Promise<void> {
    await chaos.crashAfterWrites(crash.writes, crash.response);
    // Another process has started meanwhile.
    if (chaos === this.#chaos) this.#parts.onCrash(crash);
  }

  #injected(injected: InjectedFault): void {
    const { fault, access } = injected;
    const time = new Date().toISOString();
    const view = { id: (this.#count += 1), time, fault, request: accessText(access) };
    this.#recent = [view, ...this.#recent.slice(0, mostRecent - 1)];
    this.#parts.onFault(injected);
    this.#parts.onChange();
  }

  #newChaos(): ChaosTransport {
    const { upstream } = this.#parts;
    const chaos = chaosTransport(upstream, {
      seed: this.#seed,
      faults: this.#rates,
      onFault: (fault, request) => this.#injected({ fault, access: accessOf(request) }),
    });
    if (!this.#active) chaos.calm();
    return chaos;
  }
}
