/** Maximum length of a logged message or stack. */
const longestText = 8_192;

const unreadable = 'thrown value cannot be read';

/** Combines errors into one whose message contains all of theirs. */
export function asOne(errors: readonly unknown[]): unknown {
  return errors.length === 1 ? errors[0] : new AggregateError(errors, errors.map(messageOf).join('; '));
}

/**
 * The errors in an `AggregateError`, at any depth; any other error is returned alone. Never throws: a thrown value that
 * cannot be inspected is replaced by an error that says so.
 */
export function failuresIn(error: unknown): unknown[] {
  const seen = new Set<unknown>();
  const leaves: unknown[] = [];
  const left: unknown[] = [error];
  while (left.length > 0) {
    const next = left.pop();
    if (seen.has(next)) continue;
    seen.add(next);
    const inner = errorsIn(next);
    if (inner.length === 0) leaves.push(readable(next));
    else for (let index = inner.length - 1; index >= 0; index -= 1) left.push(inner[index]);
  }
  // Only errors that contain themselves have no leaf.
  return leaves.length === 0 ? [readable(error)] : leaves;
}

/**
 * The message, followed by the messages of the errors in an `AggregateError` that it does not contain. Never throws, and
 * its length is bounded.
 */
export function messageOf(error: unknown): string {
  return bounded(attempt(() => fullMessage(error, new Set()), unreadable));
}

/** The stack trace of an error; undefined for other values. */
export function stackOf(error: unknown): string | undefined {
  const stack = attempt(() => (error instanceof Error ? error.stack : undefined), undefined);
  return typeof stack === 'string' ? bounded(stack) : undefined;
}

/** `seen`: the errors whose messages are included already. An error may be in several aggregates. */
function fullMessage(error: unknown, seen: Set<unknown>): string {
  if (!(error instanceof Error)) return textOf(error);
  seen.add(error);
  const message = String(error.message);
  const missing: string[] = [];
  for (const each of errorsIn(error)) {
    if (seen.has(each)) continue;
    const text = attempt(() => fullMessage(each, seen), unreadable);
    if (!message.includes(text)) missing.push(text);
  }
  return [message, missing.join('; ')].filter(Boolean).join(': ');
}

/** The text of a thrown value that is not an error: JSON contains more than `[object Object]`. */
function textOf(value: unknown): string {
  if (typeof value === 'function') return `function ${value.name}`;
  if (typeof value !== 'object' || value === null) return String(value);
  return attempt(() => JSON.stringify(value), undefined) ?? String(value);
}

function errorsIn(error: unknown): readonly unknown[] {
  return attempt(() => (error instanceof AggregateError ? Array.from<unknown>(error.errors) : []), []);
}

/** The value, or an error in its place if reading it throws: it may be a Proxy or have a getter that throws. */
function readable(value: unknown): unknown {
  const read = attempt(() => [value instanceof Error && value.message], undefined);
  return read === undefined ? new Error(unreadable) : value;
}

function attempt<T>(read: () => T, otherwise: T): T {
  try {
    return read();
  } catch {
    return otherwise;
  }
}

function bounded(text: string): string {
  if (text.length <= longestText) return text;
  return `${text.slice(0, longestText)}… (${text.length} characters)`;
}
