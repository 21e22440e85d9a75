import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { rowOf, timelineRows } from '../../model/timeline-rows.ts';
import { useModel, useStore, useView } from '../store.ts';
import { Chart } from './chart.tsx';
import { PatternNotice, StuckNotice } from './pattern-notice.tsx';
import { RunDetail } from './run-detail.tsx';
import { RunList } from './run-list.tsx';

/** The reconciles on a time axis, the list of them, and the selected one. */
export function TimelinePanel(): JSX.Element {
  const store = useStore();
  const { runs, topics } = useModel();
  const { stuck = [] } = topics;
  const { run: selected } = useView();
  const [filter, setFilter] = useState<string>();
  const rows = useMemo(() => timelineRows(runs, stuck), [runs, stuck]);
  const run = runs.find(({ id }) => id === selected);
  const row = rows.find(({ id }) => id === (filter ?? (run && rowOf(run))));
  const select = (id: string | undefined): void => store.open({ run: id });
  if (rows.length === 0)
    return <p class="empty">No reconciles yet. The operator reconciles each object once when it starts.</p>;
  return (
    <div class={`timeline ${run === undefined ? '' : 'with-detail'}`}>
      <section class="chart-area" aria-label="Reconciles on a time axis">
        <Chart rows={rows} selected={selected} filter={filter} onSelect={select} onFilter={setFilter} />
      </section>
      <div class={`columns ${run === undefined ? '' : 'with-detail'}`}>
        <section class="column" aria-label="List of reconciles">
          {row?.stuckSince !== undefined && <StuckNotice since={row.stuckSince} />}
          {row?.pattern !== undefined && <PatternNotice pattern={row.pattern} />}
          <RunList
            runs={filter === undefined ? runs : (row?.runs ?? [])}
            selected={selected}
            onSelect={select}
          />
        </section>
        <section class="column detail" aria-label="Selected reconcile">
          {run !== undefined && (
            <button type="button" class="back" onClick={() => select(undefined)}>
              ← All reconciles
            </button>
          )}
          {run === undefined ? <p class="empty">Select a reconcile.</p> : <RunDetail run={run} />}
        </section>
      </div>
    </div>
  );
}
