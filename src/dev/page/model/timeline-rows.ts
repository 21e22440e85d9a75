import type { Run } from '@opgen/runtime/runs';
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
}

/** Sorts runs into rows, by controller and name. */
export function timelineRows(runs: readonly Run[]): TimelineRow[] {
  const rows = new Map<string, Run[]>();
  for (const run of runs) {
    const id = rowOf(run);
    const row = rows.get(id);
    if (row === undefined) rows.set(id, [run]);
    else row.push(run);
  }
  return [...rows]
    .map(([id, list]) => {
      // A row has at least one run.
      const last = list.at(-1)!;
      return {
        id,
        controller: last.controller,
        name: nameOf(last.object),
        runs: list,
        pattern: patternOf(list),
        next: last.requeueAfter === undefined ? undefined : endOf(last) + last.requeueAfter,
      };
    })
    .toSorted((a, b) => a.id.localeCompare(b.id));
}

/** The row of a run. */
export function rowOf({ cluster = '', controller, object }: Run): string {
  return `${controller} ${cluster} ${nameOf(object)}`;
}
