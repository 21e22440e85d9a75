import type { Run } from '@opgen/runtime/runs';
import type { StuckReconcile } from './messages.ts';
import { endOf, nameOf, patternOf, type RunPattern } from './run-patterns.ts';

/** The reconciles of one object by one controller. */
export interface TimelineRow {
  readonly id: string;
  readonly controller: string;
  /** `default/web`. */
  readonly name: string;
  /** Oldest first. */
  readonly runs: readonly Run[];
  readonly pattern: RunPattern | undefined;
  /** When it is reconciled again at the latest, in milliseconds. */
  readonly next: number | undefined;
  /** When its reconcile started that appears stuck, in RFC 3339. */
  readonly stuckSince: string | undefined;
}

/** Sorts runs into rows, by controller and name. An object that is stuck in its first reconcile also has a row. */
export function timelineRows(runs: readonly Run[], stuck: readonly StuckReconcile[]): TimelineRow[] {
  const rows = new Map<string, Run[]>();
  for (const run of runs) {
    const id = rowOf(run);
    const row = rows.get(id);
    if (row === undefined) rows.set(id, [run]);
    else row.push(run);
  }
  for (const { controller, name } of stuck)
    if (!rows.has(rowId(controller, name))) rows.set(rowId(controller, name), []);
  return [...rows]
    .map(([id, list]) => {
      const last = list.at(-1);
      const since = stuck.find(({ controller, name }) => rowId(controller, name) === id);
      const { controller, name } = since ?? {
        controller: last?.controller ?? '',
        name: nameOf(last?.object),
      };
      const { requeueAfter } = last ?? {};
      return {
        id,
        controller,
        name,
        runs: list,
        pattern: patternOf(list),
        next: last === undefined || requeueAfter === undefined ? undefined : endOf(last) + requeueAfter,
        stuckSince: since?.since,
      };
    })
    .toSorted((a, b) => a.id.localeCompare(b.id));
}

/** The row of a run. */
export function rowOf({ cluster = '', controller, object }: Run): string {
  return rowId(controller, nameOf(object), cluster);
}

function rowId(controller: string, name: string, cluster = ''): string {
  return `${controller} ${name} ${cluster}`;
}
