import type { Clock } from '@opgen/runtime';
import type { Controllers } from './api-server/controllers/controllers.ts';
import type { Activity } from './api-server/serving/activity.ts';
import type { Store } from './api-server/storage/store.ts';
import type { Motion } from './clock/motion.ts';
import { VirtualClock } from './clock/virtual-clock.ts';
import type { Work, WorkInProgress } from './clock/work-in-progress.ts';

/** What has to come to rest. */
export interface Settling {
  readonly store: Store;
  readonly controllers: Controllers;
  readonly activity: Activity;
  readonly clock: Clock;
  readonly motion: Motion;
  /** The reconciles of this process. */
  readonly work: WorkInProgress;
}

/** Code that yields to the event loop continues one turn later; the rest is margin. */
const calmTurns = 3;
/** So many writes without any time passing are an endless loop. */
const mostWrites = 20_000;
/** Milliseconds after which a request that is not answered, or a reconcile that has not returned, is an error. */
const longestWait = 15_000;
/** What moves for so long, in milliseconds of the cluster's clock, never comes to rest. */
const longestMotion = 24 * 3_600_000;

/**
 * Resolves once nothing happens until the clock moves on: all requests are answered, and everything in this process
 * that waits on promises alone has run. It does not move the clock. A reconcile that waits for something outside the
 * cluster is not waited for.
 */
export function quiet(settling: Settling): Promise<void> {
  return untilCalm(settling, () => []);
}

/** Waits for the cluster, and for the `work` of this process that goes on without it. */
async function untilCalm(
  { store, controllers, activity }: Settling,
  work: () => readonly Work[],
): Promise<void> {
  const began = store.revision;
  const started = performance.now();
  let last = began;
  for (let calm = 0; calm < calmTurns;) {
    await new Promise((resolve) => setImmediate(resolve));
    const running = work();
    const isCalm = activity.isIdle && running.length === 0 && controllers.isIdle && store.revision === last;
    calm = isCalm ? calm + 1 : 0;
    last = store.revision;
    if (last - began > mostWrites) throw unsettled(`${last - began} writes without any time passing`);
    const latest = performance.now() - longestWait;
    if (!activity.isIdle && started < latest)
      throw unsettled(`no response within ${longestWait / 1000} s to ${summary(activity.open)}`);
    const stuck = started < latest ? running.filter(({ since }) => since < latest) : [];
    if (stuck.length > 0)
      throw unsettled(
        `still running after ${longestWait / 1000} s: ${summary(stuck.map(({ what }) => what))}`,
      );
  }
}

/** Drives a cluster until nothing moves: it does all work, and advances the clock as far as motion needs it. */
export async function settle(settling: Settling): Promise<void> {
  const { clock, motion, work } = settling;
  const began = clock.monotonic();
  for (;;) {
    await untilCalm(settling, () => work.active);
    const retry = clock instanceof VirtualClock ? clock.nextRetry : undefined;
    const next = Math.min(motion.next ?? Infinity, retry ?? Infinity);
    if (next === Infinity) return;
    if (clock.monotonic() + next - began > longestMotion)
      throw unsettled(
        `after 24 hours on its clock, these still change: ${summary([...motion.all, ...(retry === undefined ? [] : ['a reconcile that fails'])])}`,
      );
    if (clock instanceof VirtualClock) await clock.advance(next);
    // A clock that moves on its own.
    else await new Promise<void>((resolve) => clock.schedule(next, resolve));
  }
}

function unsettled(why: string): Error {
  return new Error(`the cluster does not settle: ${why}`);
}

function summary(all: readonly string[]): string {
  const names = [...new Set(all)];
  return names.length > 5 ? `${names.slice(0, 5).join(', ')} and ${names.length - 5} more` : names.join(', ');
}
