import { withSignals, withTimeout } from '../abort.ts';
import { type Clock, pause } from '../clock.ts';
import type { Client } from '../client/client.ts';
import { AlreadyExistsError, ConflictError } from '../client/errors.ts';
import { Lease, type LeaseSpec } from '../kinds/coordination/v1.ts';
import type { Logger } from '../logging/logger.ts';
import { toMicroTime } from '../objects/time.ts';
import { LeaseRecord } from './lease-record.ts';
import { type ClockReading, readClocks, HeldLease } from './held-lease.ts';
import type { Timing } from './timing.ts';

export interface ElectorOptions {
  client: Pick<Client, 'find' | 'create' | 'update'>;
  clock: Clock;
  random: () => number;
  log: Logger;
  lease: { name: string; namespace: string };
  /** Unique to this process, also across restarts. */
  identity: string;
  timing: Timing;
  releaseOnStop: boolean;
  /** Runs the controllers while the lease is held. Resolves once it is lost and all of them have stopped. */
  lead: (held: HeldLease) => Promise<void>;
  /** Called after each failed attempt to acquire the lease, with its holder or the error. */
  standBy: (attempt: { holder: string; error?: unknown }) => void;
}

/** Spreads the attempts of the candidates. The same factor as in client-go. */
const jitter = 1.2;

/**
 * Acquires a lease, renews it while it can, and campaigns again.
 *
 * The leader gives up `renewDeadline` after it sent its last renewal. Candidates wait for `leaseDuration` after they
 * observed that renewal. So a leader has stopped before the next one starts, whatever the wall clocks show, as long
 * as they run at about the same speed.
 */
export class Elector {
  readonly #options: ElectorOptions;
  readonly #record: LeaseRecord;
  /** The lease as the server last returned it; its resource version makes concurrent writes conflict. */
  #lease: Lease | undefined;

  constructor(options: ElectorOptions) {
    this.#options = options;
    this.#record = new LeaseRecord(options.clock, options.timing.leaseDuration);
  }

  /** Resolves after the signal, once the controllers have stopped and the lease is released. */
  async run(signal: AbortSignal): Promise<void> {
    const { clock, random, timing, standBy } = this.#options;
    while (!signal.aborted) {
      try {
        const since = await this.#attempt(signal, (request) => this.#take(request));
        if (since !== undefined) {
          await this.#hold(new HeldLease(clock, timing.renewDeadline, since), signal);
          continue;
        }
        standBy({ holder: this.#record.holder });
      } catch (error) {
        if (!signal.aborted) standBy({ holder: this.#record.holder, error });
      }
      await pause(clock, timing.retryPeriod * (1 + jitter * random()), signal);
    }
  }

  async #hold(held: HeldLease, signal: AbortSignal): Promise<void> {
    const { lease, identity, lead, log, releaseOnStop } = this.#options;
    log.info('became leader', { lease: `${lease.namespace}/${lease.name}`, identity });
    const work = lead(held);
    await this.#renewUntilLost(held, signal);
    const lost = held.signal.aborted;
    if (lost) log.warn('lost the leader election lease', { reason: String(held.signal.reason) });
    else held.end('the manager is shutting down');
    await work;
    if (!lost && releaseOnStop) await this.#release();
  }

  async #renewUntilLost(held: HeldLease, signal: AbortSignal): Promise<void> {
    const { clock, timing, log } = this.#options;
    await withSignals([held.signal, signal], async (end) => {
      for (;;) {
        await pause(clock, timing.retryPeriod, end.signal);
        if (held.isExpired || signal.aborted) return;
        try {
          const since = await this.#attempt(end.signal, (request) => this.#renew(request));
          if (since === undefined) held.end(heldBy(this.#record.holder));
          else held.extend(since);
        } catch (error) {
          if (!end.signal.aborted) log.warn('failed to renew the leader election lease; retrying', { error });
        }
      }
    });
  }

  /**
   * Runs one exchange with the server, with a timeout shorter than the lease. Returns its start time if it succeeded.
   */
  async #attempt(
    signal: AbortSignal,
    exchange: (signal: AbortSignal) => Promise<boolean>,
  ): Promise<ClockReading | undefined> {
    const { clock, timing } = this.#options;
    const began = readClocks(clock);
    const limits = {
      timeout: timing.renewDeadline / 2,
      reason: () => new Error('the request to the API server timed out'),
      signal,
    };
    const won = await withTimeout(clock, limits, exchange);
    return won ? began : undefined;
  }

  async #take(signal: AbortSignal): Promise<boolean> {
    const { client, lease: key, identity } = this.#options;
    const found = await client.find(Lease, key, { signal });
    this.#record.observe(found);
    if (this.#record.isHeldByOther(identity)) return false;
    return this.#write(found, signal);
  }

  async #renew(signal: AbortSignal): Promise<boolean> {
    const known = this.#lease;
    if (known !== undefined && (await this.#write(known, signal))) return true;
    // The outcome of the last write is unknown, or another process wrote: read the lease first.
    const { client, lease: key, identity } = this.#options;
    const found = await client.find(Lease, key, { signal });
    this.#record.observe(found);
    if (found !== undefined && this.#record.holder !== identity) return false;
    return this.#write(found, signal);
  }

  /** Returns false if another process wrote first. */
  async #write(current: Lease | undefined, signal: AbortSignal): Promise<boolean> {
    const { client, lease: key, identity, timing, clock } = this.#options;
    const now = toMicroTime(new Date(clock.now()));
    const old = current?.spec as LeaseSpec | undefined;
    const isRenewal = old?.holderIdentity === identity;
    const transitions = old?.leaseTransitions ?? 0;
    const spec: LeaseSpec = {
      ...old,
      holderIdentity: identity,
      leaseDurationSeconds: Math.ceil(timing.leaseDuration / 1000),
      acquireTime: isRenewal ? (old.acquireTime ?? now) : now,
      renewTime: now,
      leaseTransitions: current === undefined ? 0 : isRenewal ? transitions : transitions + 1,
    };
    // If this fails, the write may still have succeeded.
    this.#lease = undefined;
    try {
      this.#lease =
        current === undefined
          ? await client.create(Lease, { metadata: key, spec }, { signal })
          : await client.update(Lease, { ...current, spec }, { signal });
    } catch (error) {
      if (error instanceof ConflictError || error instanceof AlreadyExistsError) return false;
      throw error;
    }
    this.#record.observe(this.#lease);
    return true;
  }

  /**
   * Releases the lease, so that the next leader can start at once. If this fails, it has to wait for the expiry, as
   * after a crash.
   */
  async #release(): Promise<void> {
    const { client, lease: key, identity, log, clock } = this.#options;
    try {
      await this.#attempt(new AbortController().signal, async (signal) => {
        const found = await client.find(Lease, key, { signal });
        if (found?.spec.holderIdentity !== identity) return false;
        const renewTime = toMicroTime(new Date(clock.now()));
        const spec = { ...found.spec, holderIdentity: '', leaseDurationSeconds: 1, renewTime };
        await client.update(Lease, { ...found, spec }, { signal });
        return true;
      });
    } catch (error) {
      log.warn('failed to release the leader election lease; the next leader has to wait until it expires', {
        error,
      });
    }
  }
}

function heldBy(holder: string): string {
  return holder === '' ? 'the lease has no holder' : `the lease is held by ${holder}`;
}
