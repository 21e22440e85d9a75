import type { LogLine } from '../log-line.ts';
import type { StuckReconcile } from './model/messages.ts';

/** The reconcile that a line of the operator's log reports as stuck. */
export function stuckReconcile({ fields, message }: LogLine, now: Date): StuckReconcile | undefined {
  const { controller, object, runningFor } = fields;
  if (!/^(reconcile appears|all workers appear) stuck/.test(message)) return undefined;
  if (typeof controller !== 'string' || typeof object !== 'string') return undefined;
  const since = new Date(now.getTime() - Number(runningFor ?? 0)).toISOString();
  return { controller, name: object, since };
}
