import {
  type ChaosOptions,
  type ChaosTransport,
  chaosTransport,
  startCluster,
  type TestCluster,
} from '@opgen/testing';
import { type Client, mergePatch, type ObjectKey } from '../../../src/index.ts';
import { ConfigMap } from '../../../src/kinds/core/v1.ts';
import { settle } from '../../support/fake-clock.ts';
import { JumpingClock } from '../../support/jumping-clock.ts';
import { RecordingLogger } from '../../support/recording-logger.ts';
import { StatusObserver } from './status-observer.ts';
import { Memcached, memcachedCrd } from './memcached.ts';
import { memcachedOperator, World } from './memcached-operator.ts';

const namespace = 'default';
export const names = ['orange', 'lemon', 'lime'] as const;

const longestStep = 30_000;

/** A change that a user makes to the objects. */
export type Deed =
  | { do: 'resize'; name: string; size: number }
  | { do: 'delete'; name: string }
  | { do: 'edit a child'; name: string }
  | { do: 'remove a server'; name: string };

/** An operator on the embedded API server, with a clock that only tests advance, and faults in between. */
export class VirtualScene {
  readonly clock = new JumpingClock();
  readonly world = new World();
  readonly log = new RecordingLogger();
  readonly cluster: TestCluster;
  readonly observer: StatusObserver;
  readonly #client: Client;
  chaos: ChaosTransport;
  #stop = new AbortController();
  #run: Promise<void> = Promise.resolve();

  private constructor(cluster: TestCluster) {
    this.cluster = cluster;
    this.#client = cluster.client;
    this.observer = new StatusObserver(cluster.client);
    this.chaos = chaosTransport(cluster.transport, { faults: {} });
  }

  static async start(): Promise<VirtualScene> {
    const cluster = await startCluster();
    await cluster.install(memcachedCrd);
    return new VirtualScene(cluster);
  }

  /** Starts a process of the operator with its own connection to the server. */
  startOperator(options: ChaosOptions): void {
    this.chaos = chaosTransport(this.cluster.transport, { ...options, clock: this.clock });
    const { chaos: transport, world, log, clock } = this;
    const manager = memcachedOperator({ transport, world, log, clock });
    this.#stop = new AbortController();
    this.#run = manager.start(this.#stop.signal);
  }

  /** Stops the operator as SIGTERM does. */
  async stopOperator(): Promise<void> {
    this.#stop.abort();
    // Stopping waits for running reconciles, which need the clock to advance.
    const going = { on: true };
    const over = this.#run.finally(() => (going.on = false));
    for (let waited = 0; going.on && waited < 40_000; waited += 100) await this.clock.advance(100);
    await over;
  }

  async carryOut(deed: Deed): Promise<void> {
    const key = { name: deed.name, namespace };
    const server = { name: `${deed.name}-0`, namespace };
    switch (deed.do) {
      case 'resize':
        return this.#resize(key, deed.size);
      case 'delete':
        return this.#client.delete(Memcached, key);
      case 'remove a server':
        return this.#client.delete(ConfigMap, server);
      case 'edit a child':
        if ((await this.#client.find(ConfigMap, server)) === undefined) return;
        await this.#client.patch(ConfigMap, server, mergePatch({ data: { flavour: 'bitter' } }));
    }
  }

  async #resize(key: ObjectKey, size: number): Promise<void> {
    const exists = await this.#client.find(Memcached, key);
    if (exists) await this.#client.patch(Memcached, key, mergePatch({ spec: { size } }));
    else await this.#client.create(Memcached, { metadata: key, spec: { size } });
  }

  /**
   * Advances the clock in steps, small ones first. Between steps it runs everything that waits on promises
   * alone, including requests to the server: as in production, a response takes milliseconds.
   */
  async pass(milliseconds: number): Promise<void> {
    let left = milliseconds;
    for (let step = 5; ; step = Math.min(step * 2, longestStep)) {
      for (let turn = 0; turn < 10; turn += 1) await settle();
      if (left <= 0) return;
      await this.clock.advance(Math.min(left, step));
      left -= step;
    }
  }

  async end(): Promise<void> {
    await this.stopOperator();
    await this.observer.stop();
    await this.cluster.stop();
  }
}
