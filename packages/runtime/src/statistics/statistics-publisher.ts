import { channel } from 'node:diagnostics_channel';
import type { Clock } from '../clock.ts';
import type { Component } from '../component.ts';
import type { Statistics } from './statistics.ts';

/**
 * The statistics of a manager are published to this diagnostics channel. Managers that are created while it has no
 * subscribers compute none.
 */
const statisticsChannel = channel('opgen:statistics');
const interval = 1_000;

/** Whether the channel has subscribers. */
export function statisticsAreObserved(): boolean {
  return statisticsChannel.hasSubscribers;
}

/** Publishes statistics once a second while somebody subscribes to them. */
export class StatisticsPublisher implements Component {
  readonly name = 'statistics';
  readonly stage = 'servers';
  readonly #clock: Clock;
  readonly #read: () => Statistics;
  #cancel: (() => void) | undefined;

  constructor(clock: Clock, read: () => Statistics) {
    this.#clock = clock;
    this.#read = read;
  }

  async start(): Promise<void> {
    this.#publish();
  }

  async stop(): Promise<void> {
    this.#cancel?.();
  }

  #publish(): void {
    if (statisticsChannel.hasSubscribers) statisticsChannel.publish(this.#read());
    this.#cancel = this.#clock.schedule(interval, () => this.#publish());
  }
}
