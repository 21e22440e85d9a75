const colours = { debug: '\u001B[90m', info: '\u001B[36m', warn: '\u001B[33m', error: '\u001B[31m' };
const dim = '\u001B[2m';
const reset = '\u001B[0m';

/** Formats a JSON log line for people: time, level, message, then fields as `key=value`. */
export function prettyLine(line: string, colour: boolean): string {
  const { level, ts, msg, stacktrace, ...fields } = JSON.parse(line) as Record<string, unknown>;
  const paint = (code: string, text: string): string => (colour ? `${code}${text}${reset}` : text);
  const time = String(ts).slice(11, 23);
  const word = String(level).toUpperCase().padEnd(5);
  const rest = Object.entries(fields).map(([key, value]) => paint(dim, `${key}=`) + prettyValue(value));
  const head = `${paint(dim, time)} ${paint(colours[level as keyof typeof colours] ?? '', word)} ${String(msg)}`;
  const trace = typeof stacktrace === 'string' ? `\n${paint(dim, stacktrace)}` : '';
  return `${[head, ...rest].join('  ')}${trace}\n`;
}

function prettyValue(value: unknown): string {
  return typeof value === 'string' && /^[\w./:@-]+$/.test(value) ? value : JSON.stringify(value);
}
