/**
 * When a component starts; it stops in the opposite order.
 *
 * - `servers` answer while everything else still starts: probes, and whatever the API server itself calls.
 * - `caches` begin to read and watch.
 * - `services` run in every replica.
 * - `controllers` run where work may be done: with leader election in the replica that leads, which may start
 *   and stop them more than once, and whose writes in their name are refused as soon as it leads no more;
 *   without it in every replica.
 */
export type ComponentStage = 'servers' | 'caches' | 'services' | 'controllers';

export const stages: readonly ComponentStage[] = ['servers', 'caches', 'services', 'controllers'];

/** Something that the manager starts and stops. */
export interface Component {
  /** For the log and for errors: `health server`, `controller memcached`. */
  readonly name: string;
  readonly stage: ComponentStage;
  /** Resolves once it runs. What fails later goes to `fail`, and ends the manager. */
  start(fail: (error: unknown) => void): Promise<void>;
  /** Resolves once nothing of it runs any more, no request and no timer. Also called when `start` failed. */
  stop(): Promise<void>;
  /** The time to stop is nearly over, or this replica leads no more: give up what still runs. */
  abort?(): void;
}
