import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import type { Moment } from '../model/messages.ts';
import { nameOf } from '../model/run-patterns.ts';
import { clockText } from '../model/time-text.ts';
import { FieldChanges } from './parts/field-changes.tsx';
import { type Past, useModel, useStore, useView } from './store.ts';

/** A slider over the recorded changes: each step is one change. */
export function TimeBar(): JSX.Element | null {
  const store = useStore();
  const { moments } = useModel();
  const { past } = useView();
  // Events repeat what the objects show.
  const steps = useMemo(() => moments.filter(({ kind }) => kind !== 'Event'), [moments]);
  const first = steps[0];
  if (first === undefined) return null;
  const last = steps.length - 1;
  const index = past === undefined ? last : nearest(steps, past.moment);
  const go = (to: number): void => {
    const moment = steps[to];
    if (moment !== undefined) void store.goTo(moment);
  };
  return (
    <div class={`time-bar ${past === undefined ? '' : 'in-past'}`}>
      <div class="time-line">
        <button
          type="button"
          class="live"
          aria-pressed={past === undefined}
          onClick={() => store.goToPresent()}
        >
          Live
        </button>
        <button
          type="button"
          aria-label="Previous change"
          disabled={index === 0}
          onClick={() => go(index - 1)}
        >
          ‹
        </button>
        <input
          type="range"
          aria-label="Moment"
          aria-valuetext={past === undefined ? 'now' : describe(past.moment)}
          min="0"
          max={last}
          value={index}
          onInput={(event) => go(event.currentTarget.valueAsNumber)}
        />
        <button
          type="button"
          aria-label="Next change"
          disabled={past === undefined || index === last}
          onClick={() => go(index + 1)}
        >
          ›
        </button>
        <span class={`muted number ${past === undefined ? 'count' : ''}`}>
          {past === undefined
            ? `${steps.length} changes since ${clockText(first.time).slice(0, 8)}`
            : clockText(past.moment.time)}
        </span>
      </div>
      {past !== undefined && <Change past={past} />}
    </div>
  );
}

function Change({ past: { moment } }: { past: Past }): JSX.Element {
  const store = useStore();
  return (
    <div class="change" role="status">
      <button
        type="button"
        class="link"
        onClick={() => store.open({ panel: 'objects', selected: moment.uid })}
      >
        {moment.kind} {nameOf(moment)}
      </button>{' '}
      {moment.event}
      {moment.changes !== undefined && <FieldChanges changes={moment.changes} />}
    </div>
  );
}

/** The last step that is not after a moment. */
function nearest(steps: readonly Moment[], { id }: Moment): number {
  return Math.max(
    0,
    steps.findLastIndex((step) => step.id <= id),
  );
}

function describe(moment: Moment): string {
  return `${clockText(moment.time)}, ${moment.kind} ${nameOf(moment)} ${moment.event}`;
}
