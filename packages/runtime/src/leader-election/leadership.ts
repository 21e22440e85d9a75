import type { Client } from '../client/client.ts';
import { ForbiddenError } from '../client/errors.ts';
import type { Clock } from '../clock.ts';
import type { Component } from '../component.ts';
import { deferred } from '../deferred.ts';
import type { Logger } from '../logging/logger.ts';
import { Elector } from './elector.ts';
import type { LeaderElectionOptions } from './leader-election-options.ts';
import { type HeldLease, withHeldLease } from './held-lease.ts';
import { timingOf } from './timing.ts';

export interface LeadershipOptions {
  /** Must not be fenced: it writes the lease before there is a leader. */
  client: Client;
  clock: Clock;
  random: () => number;
  log: Logger;
  options: LeaderElectionOptions;
  namespace: string;
  identity: string;
  /** Milliseconds that controllers may take to stop after the lease is lost, before the process exits. */
  gracePeriod: number;
  /** Resolves once the caches of a standby have synced. */
  warm?: () => Promise<unknown>;
  /** Called on each change. */
  onChange?: (leads: boolean) => void;
}

/**
 * Runs components only in the leader: starts them when this replica is elected, stops them when it loses the lease,
 * and then campaigns again. Everything else of a standby runs, so it takes over with warm caches.
 */
export class Leadership implements Component {
  readonly name = 'leader election';
  readonly stage = 'controllers';
  readonly #clock: Clock;
  readonly #log: Logger;
  readonly #gracePeriod: number;
  readonly #onChange: (leads: boolean) => void;
  readonly #warm: () => Promise<unknown>;
  readonly #elector: Elector;
  readonly #components = new Set<Component>();
  readonly #stopping = new AbortController();
  readonly #settled = deferred();
  readonly #elected = deferred();
  #fail: (error: unknown) => void = () => undefined;
  #heldLease: HeldLease | undefined;
  #running: Promise<void> | undefined;
  #lastReported = '';

  constructor({ client, clock, random, log, options, namespace, identity, ...rest }: LeadershipOptions) {
    this.#clock = clock;
    this.#log = log;
    this.#gracePeriod = rest.gracePeriod;
    this.#onChange = rest.onChange ?? (() => undefined);
    this.#warm = rest.warm ?? (() => Promise.resolve());
    this.#elector = new Elector({
      client,
      clock,
      random,
      log,
      lease: { name: options.id, namespace },
      identity,
      timing: timingOf(options),
      releaseOnStop: options.releaseOnStop ?? true,
      lead: (held) => this.#lead(held),
      standBy: ({ holder, error }) => this.#standBy(holder, error),
    });
  }

  /** Whether this replica is the leader now. */
  get leads(): boolean {
    return this.#heldLease !== undefined && !this.#heldLease.isExpired;
  }

  /** Resolves when this replica first becomes the leader and its controllers have started. */
  get elected(): Promise<void> {
    return this.#elected.promise;
  }

  /** Adds a component that runs only in the leader. It may be started and stopped more than once. */
  add(component: Component): void {
    this.#components.add(component);
    const held = this.#heldLease;
    if (held !== undefined && !held.isExpired) void this.#start(component, held);
  }

  /** A component that was removed is neither started nor stopped again. */
  remove(component: Component): void {
    this.#components.delete(component);
  }

  /** Resolves once this replica is the leader, or a standby that is ready to take over. */
  async start(fail: (error: unknown) => void): Promise<void> {
    this.#fail = fail;
    this.#running = this.#elector.run(this.#stopping.signal);
    this.#running.catch(fail);
    await this.#settled.promise;
    await this.#warm();
  }

  /** Renews the lease until the controllers have stopped, so that no other replica starts before that. */
  async stop(): Promise<void> {
    await this.#stopComponents();
    this.#stopping.abort();
    this.#settled.resolve();
    await this.#running;
  }

  abort(): void {
    for (const component of this.#components) component.abort?.();
  }

  async #lead(held: HeldLease): Promise<void> {
    this.#lastReported = '';
    this.#heldLease = held;
    this.#onChange(true);
    const over = new Promise((resolve) => {
      if (held.signal.aborted) resolve(undefined);
      held.signal.addEventListener('abort', resolve);
    });
    void this.#startComponents(held);
    await over;
    this.#heldLease = undefined;
    this.#onChange(false);
    this.#settled.resolve();
    await this.#end();
  }

  /** Controllers have to stop soon after the lease is lost: only writes to this API server are fenced. */
  async #end(): Promise<void> {
    this.abort();
    const gracePeriodOver = (): void =>
      this.#fail(
        new Error(
          `lost the leader election lease, and controllers did not stop within ${this.#gracePeriod / 1000} s`,
        ),
      );
    const cancel = this.#clock.schedule(this.#gracePeriod, gracePeriodOver);
    await this.#stopComponents();
    cancel();
  }

  async #startComponents(held: HeldLease): Promise<void> {
    await Promise.all([...this.#components].map((component) => this.#start(component, held)));
    this.#settled.resolve();
    if (!held.isExpired) this.#elected.resolve();
  }

  async #start(component: Component, held: HeldLease): Promise<void> {
    try {
      await withHeldLease(held, () => component.start(this.#fail));
    } catch (error) {
      if (!held.isExpired) this.#fail(error);
    }
  }

  async #stopComponents(): Promise<void> {
    await Promise.all(
      [...this.#components].map(async (component) => {
        try {
          await component.stop();
        } catch (error) {
          this.#log.error(`${component.name} failed to stop`, { error });
        }
      }),
    );
  }

  #standBy(holder: string, error: unknown): void {
    this.#settled.resolve();
    const status = error === undefined ? holder : String(error);
    if (status === this.#lastReported) return;
    this.#lastReported = status;
    if (error === undefined) return this.#log.info('standing by: another replica is the leader', { holder });
    if (!(error instanceof ForbiddenError)) {
      return this.#log.warn('failed to acquire the leader election lease; retrying', { error });
    }
    this.#log.error('leader election lease forbidden; nothing is reconciled until access is granted', {
      error,
      hint: 'bind the role leader-election-role (config/rbac/leader_election_role.yaml) to the service account',
    });
  }
}
