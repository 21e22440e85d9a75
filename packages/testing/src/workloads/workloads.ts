import {
  type Clock,
  ConflictError,
  done,
  ForbiddenError,
  type Manager,
  NotFoundError,
  type Reconciler,
  type Request,
  requeueAfter,
} from '@opgen/runtime';
import type { Transport } from '@opgen/runtime/transport';
import type { Motion } from '../clock/motion.ts';
import type { Random } from '../samples/random.ts';
import type { Metrics } from './autoscaler/metrics.ts';

/** When to reconcile an object again, in milliseconds. */
export interface Again {
  readonly after: number;
  /** When the object changes on its own: `settled()` waits for that, and not for what waits by design. */
  readonly motionAfter?: number;
}

/** What every controller of workloads gets. */
export interface Workloads {
  readonly manager: Manager;
  readonly transport: Transport;
  readonly clock: Clock;
  readonly motion: Motion;
  readonly random: Random;
  /** Images that cannot be pulled. */
  readonly brokenImages: ReadonlySet<string>;
  readonly metrics: Metrics;
}

/** The options of the controllers of kube-controller-manager. Here, `settled()` reports what never ends. */
export const ofControllerManager = { fieldManager: 'kube-controller-manager', loopLimit: Infinity } as const;

/** The object changes again after this many milliseconds: a Pod starts, or becomes available. */
export function inMotion(delay: number): Again {
  const after = Math.max(delay, 1);
  return { after, motionAfter: after };
}

/** The object waits by design: for a deadline, or the restart of a crashing container. */
export function waiting(delay: number): Again {
  return { after: Math.max(delay, 1) };
}

/** The sooner of two; undefined means never. */
export function sooner(a: Again | undefined, b: Again | undefined): Again | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  const motionAfter = Math.min(a.motionAfter ?? Infinity, b.motionAfter ?? Infinity);
  return { after: Math.min(a.after, b.after), ...(motionAfter < Infinity && { motionAfter }) };
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
      if (again.motionAfter !== undefined) motion.expect(what, again.motionAfter);
      return requeueAfter(`${again.after}ms`);
    },
  };
}

function recovered(error: unknown): Again | undefined {
  if (error instanceof ConflictError || error instanceof NotFoundError) return inMotion(conflictDelay);
  if (isOfLeavingNamespace(error)) return undefined;
  throw error;
}

/** Nothing can be created in a namespace that is being deleted, and what its objects own goes with it. */
export function isOfLeavingNamespace(error: unknown): boolean {
  return (
    error instanceof ForbiddenError && error.causes.some(({ reason }) => reason === 'NamespaceTerminating')
  );
}
