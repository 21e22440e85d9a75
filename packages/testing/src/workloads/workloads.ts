import {
  type Clock,
  ConflictError,
  done,
  type Manager,
  NotFoundError,
  type Reconciler,
  type Request,
  requeueAfter,
} from '@opgen/runtime';
import type { Transport } from '@opgen/runtime/transport';
import type { Motion } from '../clock/motion.ts';
import type { Random } from '../samples/random.ts';

/** When to reconcile an object again. `settled()` waits for motion, and not for what waits by design. */
export interface Again {
  /** Milliseconds. */
  readonly after: number;
  readonly isMotion: boolean;
}

/** What every controller of workloads gets. */
export interface Workloads {
  readonly manager: Manager;
  readonly transport: Transport;
  readonly clock: Clock;
  readonly motion: Motion;
  readonly random: Random;
}

/** The object changes again after this many milliseconds: a Pod starts, or becomes available. */
export function inMotion(after: number): Again {
  return { after: Math.max(after, 1), isMotion: true };
}

/** The object waits by design: for a deadline, or the restart of a crashing container. */
export function waiting(after: number): Again {
  return { after: Math.max(after, 1), isMotion: false };
}

/** The sooner of two; undefined means never. */
export function sooner(a: Again | undefined, b: Again | undefined): Again | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return a.after <= b.after ? a : b;
}

/** Another controller has changed an object since it was read: both change it in turn, so it is read again. */
const conflictDelay = 1;

/**
 * Makes a reconciler of a function that returns when to reconcile again. The loser of a conflict tries again, and what
 * was deleted in the meantime is somebody else's: its deletion is an event of its own.
 */
export function reconciler(
  { motion }: Workloads,
  name: string,
  reconcile: (request: Request) => Promise<Again | undefined>,
): Reconciler {
  return {
    async reconcile(request) {
      const what = `${name} ${request.namespace === undefined ? '' : `${request.namespace}/`}${request.name}`;
      motion.end(what);
      const again = await reconcile(request).catch(recovered);
      if (again === undefined) return done;
      if (again.isMotion) motion.expect(what, again.after);
      return requeueAfter(`${again.after}ms`);
    },
  };
}

function recovered(error: unknown): Again {
  if (error instanceof ConflictError || error instanceof NotFoundError) return inMotion(conflictDelay);
  throw error;
}
