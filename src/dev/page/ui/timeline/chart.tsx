import type { Run } from '@opgen/runtime/runs';
import { isWrite } from '@opgen/runtime/runs';
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { durationText } from '../../../duration-text.ts';
import { endOf, startOf } from '../../model/run-patterns.ts';
import { clockText } from '../../model/time-text.ts';
import type { TimelineRow } from '../../model/timeline-rows.ts';
import { useView } from '../store.ts';

interface ChartProps {
  rows: readonly TimelineRow[];
  selected: string | undefined;
  /** The row whose reconciles are listed. */
  filter: string | undefined;
  onSelect: (run: string) => void;
  onFilter: (row: string | undefined) => void;
}

const spans: readonly [string, number][] = [
  ['10 s', 10_000],
  ['1 min', 60_000],
  ['5 min', 300_000],
  ['30 min', 1_800_000],
  ['3 h', 10_800_000],
];
/** The part of the axis after the present, for what is due. */
const ahead = 0.08;
const ticks = 4;

interface Axis {
  readonly from: number;
  readonly to: number;
}

/** One row for each object, with its reconciles at the times when they ran. */
export function Chart({ filter, onFilter, onSelect, rows, selected }: ChartProps): JSX.Element {
  const [span, setSpan] = useState(60_000);
  const end = useEnd();
  const axis = { from: end - span, to: end + span * ahead };
  return (
    <div class="chart">
      <div class="chart-head">
        <div class="spans" role="group" aria-label="Shown time">
          {spans.map(([title, value]) => (
            <button key={value} type="button" aria-pressed={value === span} onClick={() => setSpan(value)}>
              {title}
            </button>
          ))}
        </div>
        <div class="axis" aria-hidden="true">
          {Array.from({ length: ticks + 1 }, (_, index) => axis.from + (span * index) / ticks).map((time) => (
            <span key={time} style={{ left: position(axis, time) }}>
              {clockText(new Date(time).toISOString()).slice(0, span > 60_000 ? 5 : 8)}
            </span>
          ))}
        </div>
      </div>
      {rows.map((row) => (
        <ChartRow
          key={row.id}
          row={row}
          axis={axis}
          now={end}
          selected={selected}
          isFilter={row.id === filter}
          onSelect={onSelect}
          onFilter={() => onFilter(row.id === filter ? undefined : row.id)}
        />
      ))}
    </div>
  );
}

/** The present, or the moment that the page shows. */
function useEnd(): number {
  const { past } = useView();
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    if (past !== undefined) return undefined;
    const timer = setInterval(() => setNow(Date.now()), 250);
    return () => clearInterval(timer);
  }, [past]);
  return past === undefined ? now : Date.parse(past.moment.time);
}

function position(axis: Axis, time: number): string {
  return `${percent(axis, time)}%`;
}

function percent({ from, to }: Axis, time: number): number {
  return ((time - from) / (to - from)) * 100;
}

interface ChartRowProps {
  row: TimelineRow;
  axis: Axis;
  now: number;
  selected: string | undefined;
  isFilter: boolean;
  onSelect: (run: string) => void;
  onFilter: () => void;
}

function ChartRow({ axis, isFilter, now, onFilter, onSelect, row, selected }: ChartRowProps): JSX.Element {
  const { controller, name, next, pattern, stuckSince } = row;
  const runs = row.runs.filter((run) => endOf(run) >= axis.from && startOf(run) <= axis.to);
  const press = (event: KeyboardEvent): void => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined || runs.length === 0) return;
    event.preventDefault();
    const index = runs.findIndex(({ id }) => id === selected);
    const run = index === -1 ? runs.at(-1) : runs[Math.min(Math.max(index + step, 0), runs.length - 1)];
    if (run !== undefined) onSelect(run.id);
  };
  return (
    <div class="chart-row">
      <button
        type="button"
        class="chart-label"
        aria-pressed={isFilter}
        title="List only these"
        onClick={onFilter}
      >
        <span class="name">{name}</span>
        <span class="muted">{controller}</span>
        {stuckSince !== undefined && <span class="mark failed">stuck</span>}
        {pattern?.type === 'loop' && <span class="mark failed">hot loop</span>}
        {pattern?.type === 'failing' && <span class="mark failed">failing</span>}
        {pattern === undefined && next !== undefined && next > now && (
          <span class="muted">next in {durationText(next - now)}</span>
        )}
      </button>
      <div
        class="track"
        role="group"
        tabIndex={0}
        aria-label={`${name}: ${runs.length} reconciles; arrow keys select one`}
        onKeyDown={press}
      >
        {stuckSince !== undefined && (
          <i
            class="bar stuck"
            title={`running since ${clockText(stuckSince)}`}
            style={{
              left: position(axis, Math.max(axis.from, Date.parse(stuckSince))),
              right: `${100 - percent(axis, now)}%`,
            }}
          />
        )}
        <i class="present" style={{ left: position(axis, now) }} />
        {runs.map((run) => (
          <Bar key={run.id} run={run} axis={axis} isSelected={run.id === selected} onSelect={onSelect} />
        ))}
        {next !== undefined && next > now && next < axis.to && (
          <i class="due" title="next reconcile" style={{ left: position(axis, next) }} />
        )}
      </div>
    </div>
  );
}

interface BarProps {
  run: Run;
  axis: Axis;
  isSelected: boolean;
  onSelect: (run: string) => void;
}

function Bar({ axis, isSelected, onSelect, run }: BarProps): JSX.Element {
  const width = (run.duration / (axis.to - axis.from)) * 100;
  return (
    <i
      class={`bar ${outcomeOf(run)} ${isSelected ? 'selected' : ''}`}
      style={{ left: position(axis, startOf(run)), width: `${width}%` }}
      title={`${clockText(run.started)} · ${durationText(run.duration)}`}
      onClick={() => onSelect(run.id)}
    />
  );
}

/** The class of a bar. */
export function outcomeOf({ calls, error }: Run): 'failed' | 'wrote' | 'idle' {
  if (error !== undefined) return 'failed';
  return calls.some(isWrite) ? 'wrote' : 'idle';
}
