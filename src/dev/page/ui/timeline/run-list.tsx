import { isWrite, type Run } from '@opgen/runtime/runs';
import type { JSX } from 'preact';
import { durationText } from '../../../duration-text.ts';
import { causesOf } from '../../../run-line.ts';
import { nameOf } from '../../model/run-patterns.ts';
import { clockText } from '../../model/time-text.ts';
import { outcomeOf } from './chart.tsx';

/** Rendering more would take longer than people look. */
const mostRows = 200;

interface RunListProps {
  runs: readonly Run[];
  selected: string | undefined;
  onSelect: (run: string) => void;
}

/** The last reconciles, latest first. */
export function RunList({ onSelect, runs, selected }: RunListProps): JSX.Element {
  const shown = runs.slice(-mostRows).toReversed();
  return (
    <>
      <ol class="runs">
        {shown.map((run) => {
          const writes = run.calls.filter(isWrite).length;
          return (
            <li key={run.id}>
              <button type="button" aria-pressed={run.id === selected} onClick={() => onSelect(run.id)}>
                <i class={`dot ${outcomeOf(run)}`} />
                <time dateTime={run.started}>{clockText(run.started)}</time>
                <span class="name">{nameOf(run.object)}</span>
                <span class="muted">
                  {run.error === undefined
                    ? writes === 0
                      ? ''
                      : `${writes} ${writes === 1 ? 'write' : 'writes'}`
                    : 'failed'}
                </span>
                <span class="number">{durationText(run.duration)}</span>
                <span class="cause muted">← {causesOf(run)}</span>
              </button>
            </li>
          );
        })}
      </ol>
      {runs.length > mostRows && (
        <p class="empty">
          The {mostRows} latest of {runs.length}.
        </p>
      )}
    </>
  );
}
