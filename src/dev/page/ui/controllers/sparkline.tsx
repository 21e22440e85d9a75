import type { JSX } from 'preact';

const width = 240;
const height = 44;

/** A line of values, the newest at the right edge. */
export function Sparkline({ length, values }: { values: readonly number[]; length: number }): JSX.Element {
  const most = Math.max(1, ...values);
  const step = width / (length - 1);
  const points = values.map((value, index) => {
    const x = width - (values.length - 1 - index) * step;
    const y = height - 2 - (value / most) * (height - 4);
    return `${x.toFixed(1)},${y.toFixed(1)}`;
  });
  return (
    <svg class="sparkline" viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
      <polyline points={points.join(' ')} />
    </svg>
  );
}
