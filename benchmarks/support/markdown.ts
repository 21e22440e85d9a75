/** A table; all columns except the first contain numbers. */
export function table(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const rule = columns.map((_, index) => (index === 0 ? '---' : '---:'));
  return [columns, rule, ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

export function milliseconds(value: number): string {
  if (value >= 10_000) return `${(value / 1000).toFixed(1)} s`;
  if (value >= 1000) return `${(value / 1000).toFixed(2)} s`;
  return `${value.toFixed(value < 10 ? 1 : 0)} ms`;
}

export function mebibytes(value: number): string {
  return `${value.toFixed(value < 10 ? 1 : 0)} MiB`;
}

/** Our value as a multiple of the peer's. */
export function ratio(ours: number, peer: number): string {
  const value = ours / peer;
  return `× ${value.toFixed(value < 10 ? 2 : 0)}`;
}
