/** What a text in the Prometheus format says about one metric. */
export interface MetricFamily {
  readonly name: string;
  readonly lines: readonly string[];
}

const metadata = /^#\s*(?:HELP|TYPE)\s+(\S+)/;
const sample = /^([a-zA-Z_:][\w:]*)/;
const partOfFamily = /^(?:_bucket|_sum|_count)?$/;

/** Splits a text in the Prometheus format into its metrics. Leaves out comments and empty lines. */
export function familiesIn(text: string): MetricFamily[] {
  const families = new Map<string, string[]>();
  let current = '';
  for (const line of text.split('\n')) {
    const name = (metadata.exec(line) ?? sample.exec(line))?.[1];
    if (name === undefined) continue;
    const isPart = name.startsWith(current) && partOfFamily.test(name.slice(current.length));
    if (current === '' || line.startsWith('#') || !isPart) current = name;
    const lines = families.get(current);
    if (lines === undefined) families.set(current, [line]);
    else lines.push(line);
  }
  return [...families].map(([name, lines]) => ({ name, lines }));
}
