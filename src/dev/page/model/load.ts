import type { ControllerStatistics, DurationStatistics, Statistics } from '@opgen/runtime/runs';

/** A bar of a histogram. */
export interface Bar {
  /** Such as `5 ms`; the last bucket is `> 60 s`. */
  readonly label: string;
  readonly count: number;
}

/** The durations below which this part of all is, in seconds, interpolated as Prometheus does; undefined if there are none. */
export function quantile({ bounds, counts }: DurationStatistics, part: number): number | undefined {
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total === 0) return undefined;
  const wanted = part * total;
  let below = 0;
  for (const [index, count] of counts.entries()) {
    if (count > 0 && below + count >= wanted) {
      const low = bounds[index - 1] ?? 0;
      const high = bounds[index];
      return high === undefined ? low : low + ((high - low) * (wanted - below)) / count;
    }
    below += count;
  }
  return bounds.at(-1);
}

/** The bounds, in seconds, of the bars: fewer than those of the metrics, so that they can be read. */
const barBounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60];

/** The bars of a histogram, without the empty ones at both ends. */
export function barsOf({ bounds, counts }: DurationStatistics): Bar[] {
  const bars = [...barBounds, Infinity].map((bound) => ({
    label: bound === Infinity ? `> ${secondsText(barBounds.at(-1) ?? 0)}` : `≤ ${secondsText(bound)}`,
    count: 0,
  }));
  for (const [index, count] of counts.entries()) {
    const bound = bounds[index] ?? Infinity;
    const bar = bars[barBounds.findIndex((each) => bound <= each)] ?? bars.at(-1);
    if (bar !== undefined) bar.count += count;
  }
  const first = bars.findIndex(({ count }) => count > 0);
  return bars.slice(Math.max(0, first), bars.findLastIndex(({ count }) => count > 0) + 1);
}

/** The reconciles that a controller has ended. */
export function totalOf({ results }: ControllerStatistics): number {
  return Object.values(results).reduce((sum, count) => sum + count, 0);
}

/** Reconciles per second between each of the moments and the next, oldest first. */
export function ratesOf(history: readonly Statistics[], controller: string): number[] {
  const rates: number[] = [];
  for (const [index, now] of history.entries()) {
    const before = history[index - 1];
    const counted = before && countedBetween(before, now, controller);
    if (counted !== undefined) rates.push(counted);
  }
  return rates;
}

/** Undefined if the operator has started again meanwhile. */
function countedBetween(before: Statistics, now: Statistics, controller: string): number | undefined {
  const total = ({ controllers }: Statistics): number | undefined => {
    const found = controllers.find(({ name }) => name === controller);
    return found && totalOf(found);
  };
  const [old, current] = [total(before), total(now)];
  const seconds = (Date.parse(now.time) - Date.parse(before.time)) / 1_000;
  if (old === undefined || current === undefined || current < old || seconds <= 0) return undefined;
  return (current - old) / seconds;
}

/** `4 ms`, `250 ms`, `2.5 s`. */
export function secondsText(seconds: number): string {
  if (seconds < 0.01) return `${Number((seconds * 1_000).toFixed(1))} ms`;
  if (seconds < 1) return `${Math.round(seconds * 1_000)} ms`;
  return `${Number(seconds.toFixed(1))} s`;
}
