import { describeCause } from '../queue/cause.ts';
import type { LinkedCause } from '../runs/run-recorder.ts';
import type { RunCause } from '../runs/run.ts';
import type { SpanLink } from './tracing.ts';

/** The changed fields of a cause: `Deployment default/web .status.readyReplicas`. */
export function changesOf({ changes = [], kind = '', object }: RunCause): string[] {
  const name = [object?.namespace, object?.name].filter((part) => part !== undefined).join('/');
  return changes.map(({ path }) => `${kind} ${name} ${path}`);
}

/** The link to the span of the run that a cause comes from; none if it is unknown. */
export function spanLink({ cause, origin }: LinkedCause): SpanLink[] {
  if (origin?.span === undefined) return [];
  return [
    {
      context: origin.span,
      attributes: { 'opgen.cause': describeCause(cause), 'opgen.reconcile_id': origin.id },
    },
  ];
}
