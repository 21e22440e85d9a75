/** The median. */
export function median(values: readonly number[]): number {
  return percentile(values, 50);
}

/** The smallest value that at least `percent` of all values do not exceed; between two, their mean at 50. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const rank = (percent / 100) * sorted.length;
  const upper = sorted[Math.min(Math.max(Math.ceil(rank), 1), sorted.length) - 1];
  if (upper === undefined) throw new Error('no values');
  if (percent !== 50 || sorted.length % 2 === 1) return upper;
  return (upper + (sorted[rank] ?? upper)) / 2;
}
