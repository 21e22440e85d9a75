/**
 * When a component starts. Components stop in reverse order.
 * - `servers` start first, so that probes and webhooks are served during the start.
 * - `caches` list and watch.
 * - `services` run in every replica.
 * - `controllers` run in every replica, or with leader election only in the leader. They may be started and stopped
 *   more than once, and their writes are refused as soon as leadership is lost.
 */
export type ComponentStage = 'servers' | 'caches' | 'services' | 'controllers';

export const stages: readonly ComponentStage[] = ['servers', 'caches', 'services', 'controllers'];

/** A part of the operator that the manager starts and stops. */
export interface Component {
  /** The name in logs and errors: `health server`, `controller memcached`. */
  readonly name: string;
  readonly stage: ComponentStage;
  /** Resolves once it runs. Call `fail` for later failures: they stop the manager. */
  start(fail: (error: unknown) => void): Promise<void>;
  /** Resolves once all its requests and timers have ended. Also called if `start` failed. */
  stop(): Promise<void>;
  /** Called shortly before the grace period ends, or when leadership is lost: cancel all running work. */
  abort?(): void;
}
