import { AsyncLocalStorage } from 'node:async_hooks';
import { createClient } from '../../src/client/create-client.ts';
import type { Clock } from '../../src/clock.ts';
import type { Component } from '../../src/component.ts';
import { ConfigMap } from '../../src/kinds/core/v1.ts';
import { FencedTransport } from '../../src/leader-election/fenced-transport.ts';
import type { LeaderElectionOptions } from '../../src/leader-election/leader-election-options.ts';
import { Leadership } from '../../src/leader-election/leadership.ts';
import { NotLeaderError } from '../../src/leader-election/held-lease.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { RecordingLogger } from '../support/recording-logger.ts';
import type { LeaseServer, NetworkState } from './lease-server.ts';

/** A machine's clock: its wall clock may be wrong and jump, and its process may be paused. */
export class MachineClock implements Clock {
  readonly #time: FakeClock;
  readonly #held: (() => void)[] = [];
  #frozen = false;
  #asleepSince: number | undefined;
  #slept = 0;
  wallOffset = 0;

  constructor(time: FakeClock) {
    this.#time = time;
  }

  now = (): number => this.#time.now() + this.wallOffset;
  monotonic = (): number => this.#time.monotonic() - this.#slept;

  schedule(delay: number, callback: () => void): () => void {
    let cancelled = false;
    const cancel = this.#time.schedule(delay, () => this.#whenAwake(() => cancelled || callback()));
    return () => {
      cancelled = true;
      cancel();
    };
  }

  /** Runs nothing in the process until `thaw`, as when something blocks its event loop. */
  freeze(): void {
    this.#frozen = true;
  }

  /** Like `freeze`, but for the whole machine: the monotonic clock stops too. */
  suspend(): void {
    this.freeze();
    this.#asleepSince ??= this.#time.monotonic();
  }

  /** Everything that fell due meanwhile runs now, in any order. */
  thaw(order: (held: (() => void)[]) => (() => void)[] = (held) => held): void {
    this.#frozen = false;
    if (this.#asleepSince !== undefined) this.#slept += this.#time.monotonic() - this.#asleepSince;
    this.#asleepSince = undefined;
    for (const run of order(this.#held.splice(0))) run();
  }

  awake(): Promise<void> {
    return new Promise((resolve) => this.#whenAwake(resolve));
  }

  #whenAwake(run: () => void): void {
    if (this.#frozen) this.#held.push(AsyncLocalStorage.bind(run));
    else run();
  }
}

const calm: NetworkState = { there: 5, back: 5 };

/** A replica of an operator whose only work is to write, twice a second, while it leads. */
export class Replica {
  readonly name: string;
  readonly clock: MachineClock;
  readonly log = new RecordingLogger();
  readonly leadership: Leadership;
  readonly failures: unknown[] = [];
  network: () => NetworkState = () => calm;
  /** Keeps writing when asked to stop. */
  stubborn = false;
  readonly refused: unknown[] = [];
  starts = 0;

  constructor(
    name: string,
    server: LeaseServer,
    time: FakeClock,
    options: Partial<LeaderElectionOptions> = {},
    random: () => number = () => 0.5,
  ) {
    this.name = name;
    this.clock = new MachineClock(time);
    const transport = server.link(
      name,
      () => this.network(),
      () => this.clock.awake(),
    );
    this.leadership = new Leadership({
      client: createClient(transport),
      clock: this.clock,
      random,
      log: this.log,
      options: { enabled: true, id: 'memcached-operator', ...options },
      namespace: 'operators',
      identity: name,
      gracePeriod: 30_000,
    });
    this.leadership.add(this.#writer(createClient(new FencedTransport(transport))));
  }

  start(): Promise<void> {
    return this.leadership.start((error) => this.failures.push(error));
  }

  #writer(client: ReturnType<typeof createClient>): Component {
    let current = { stopped: true };
    return {
      name: 'writer',
      stage: 'controllers',
      start: async () => {
        this.starts += 1;
        const term = (current = { stopped: false });
        /** Consecutive refusals. A term can recover from several when it is renewed; after this many it is over. */
        let refusals = 0;
        const enough = 40;
        const write = async (): Promise<void> => {
          const metadata = { name: 'what-is-written', namespace: 'default' };
          const patience = new AbortController();
          const cancel = this.clock.schedule(3_000, () => patience.abort());
          const { signal } = patience;
          try {
            await client.create(ConfigMap, { metadata }, { signal });
            refusals = 0;
          } catch (error) {
            if (error instanceof NotLeaderError) {
              this.refused.push(error);
              refusals += 1;
            }
          }
          cancel();
          if (refusals < enough && (!term.stopped || this.stubborn))
            this.clock.schedule(500, () => void write());
        };
        void write();
      },
      stop: async () => void (current.stopped = true),
    };
  }
}
