import type { FieldChange, Run, RunCause } from '@opgen/runtime/runs';
import { isWrite } from '@opgen/runtime/runs';
import { durationText } from './duration-text.ts';

/** More paths or causes make a line hard to read. */
const most = 2;

/** One line about a reconcile: `memcached default/shop ← Deployment changed .status.readyReplicas · 4 ms · 1 write`. */
export function runLine(run: Run): string {
  const writes = run.calls.filter(isWrite);
  const parts = [
    `${run.controller} ${nameOf(run.object)} ← ${causesOf(run)}`,
    durationText(run.duration),
    ...(writes.length === 0 ? [] : [`${writes.length} ${writes.length === 1 ? 'write' : 'writes'}`]),
    ...(run.error === undefined ? [] : ['failed']),
    ...(run.result === 'canceled' ? ['canceled'] : []),
    ...nextOf(run),
  ];
  return parts.join(' · ');
}

/** `Deployment changed .status.readyReplicas, and 2 more`. */
export function causesOf({ causes, object }: Run): string {
  if (causes.length === 0) return 'unknown';
  const shown = causes.slice(0, most).map((cause) => causeText(cause, nameOf(object)));
  return shown.join(', ') + rest(causes.length);
}

function causeText(cause: RunCause, reconciled: string): string {
  const { event, kind, object, source, changes = [] } = cause;
  if (source !== undefined) return `source ${source}`;
  if (kind === undefined || object === undefined) return event;
  const name = nameOf(object);
  const subject = name === reconciled ? kind : `${kind} ${name}`;
  return event === 'updated' ? `${subject} changed${pathsOf(changes)}` : `${subject} ${event}`;
}

function pathsOf(changes: readonly FieldChange[]): string {
  if (changes.length === 0) return '';
  const paths = changes.slice(0, most).map(({ path }) => path);
  return ` ${paths.join(', ')}${rest(changes.length)}`;
}

function rest(count: number): string {
  return count > most ? ` and ${count - most} more` : '';
}

function nextOf({ error, requeueAfter }: Run): string[] {
  if (requeueAfter === undefined) return [];
  return [`${error === undefined ? 'again' : 'retry'} in ${durationText(requeueAfter)}`];
}

function nameOf({ name, namespace }: Run['object']): string {
  return namespace === undefined ? name : `${namespace}/${name}`;
}
