/** A line of the operator's log. */
export interface LogLine {
  readonly level: string;
  readonly message: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** Reads a line in the default format of the runtime; undefined for other output. */
export function readLogLine(line: string): LogLine | undefined {
  if (!line.startsWith('{')) return undefined;
  try {
    const { level, msg, ts: _, ...fields } = JSON.parse(line) as Record<string, unknown>;
    if (typeof level !== 'string' || typeof msg !== 'string') return undefined;
    return { level, message: msg, fields };
  } catch {
    return undefined;
  }
}

/** What every line of a reconcile repeats, and what the line of its run says. */
const repeated = new Set([
  'controller',
  'controllerGroup',
  'controllerKind',
  'name',
  'namespace',
  'reconcileID',
  'logger',
  'stacktrace',
]);

/** Whether the line says what no other output says. The runtime logs what it starts, and the result of each reconcile. */
export function isWorthShowing({ level, message, fields }: LogLine): boolean {
  // The missing marker is reported.
  if (fields['reason'] === 'Forbidden') return false;
  if (/^(reconcile (failed|canceled)|conflict: the object was modified)/.test(message)) return false;
  return level !== 'info' || 'reconcileID' in fields;
}

/** The line for people: `info resized size=3 (default/shop)`. */
export function logText({ level, message, fields }: LogLine): string {
  const kind = String(fields['controllerKind'] ?? '');
  const shown = Object.entries(fields).filter(([name]) => !repeated.has(name) && name !== kind);
  const values = shown.map(([name, value]) => ` ${name}=${valueText(value)}`);
  const { name, namespace } = fields as { name?: string; namespace?: string };
  const object =
    'reconcileID' in fields ? [namespace, name].filter((part) => part !== undefined).join('/') : '';
  const stack = typeof fields['stacktrace'] === 'string' ? `\n${fields['stacktrace']}` : '';
  return `${level} ${message}${values.join('')}${object === '' ? '' : ` (${object})`}${stack}`;
}

function valueText(value: unknown): string {
  return typeof value === 'string' && /^[\w./:@-]+$/.test(value) ? value : JSON.stringify(value);
}
