/** Characters of a message, and of a stack, that are worth keeping: what throws megabytes throws them time and again. */
const longestMessage = 8_192;

/** Combines errors into one whose message contains all of theirs. */
export function asOne(errors: readonly unknown[]): unknown {
  return errors.length === 1 ? errors[0] : new AggregateError(errors, errors.map(messageOf).join('; '));
}

/**
 * What went wrong one by one: the errors of an `AggregateError`, and of those in it; any other error is itself. Never
 * throws: in place of a thrown value that cannot even be looked at comes an error that says so.
 */
export function failuresIn(error: unknown): unknown[] {
  const seen = new Set<unknown>();
  const leavesOf = (each: unknown): unknown[] => {
    if (seen.has(each)) return [];
    seen.add(each);
    const inner = errorsIn(each);
    // One that says nothing of what it holds is all that is known.
    return inner.length === 0 ? [legible(each)] : inner.flatMap(leavesOf);
  };
  const leaves = leavesOf(error);
  return leaves.length === 0 ? [legible(error)] : leaves;
}

/** The message, with those of the errors inside that it does not tell itself. Never throws, and is never long. */
export function messageOf(error: unknown): string {
  return bounded(attempt(() => fullMessage(error, new Set()), 'thrown value cannot be read'));
}

/** Where an error came from, if it is one and says so. */
export function stackOf(error: unknown): string | undefined {
  const stack = attempt(() => (error instanceof Error ? error.stack : undefined), undefined);
  return typeof stack === 'string' ? bounded(stack) : undefined;
}

function fullMessage(error: unknown, outer: ReadonlySet<unknown>): string {
  if (!(error instanceof Error)) return textOf(error);
  const message = String(error.message);
  const inner = errorsIn(error).filter((each) => !outer.has(each) && each !== error);
  const within = new Set([...outer, error]);
  const untold = inner
    .map((each) => attempt(() => fullMessage(each, within), 'thrown value cannot be read'))
    .filter((each) => !message.includes(each));
  return [message, untold.join('; ')].filter(Boolean).join(': ');
}

/** What was thrown that is no error: JSON tells more of an object than `[object Object]`. */
function textOf(value: unknown): string {
  if (typeof value === 'function') return `function ${value.name}`;
  if (typeof value !== 'object' || value === null) return String(value);
  return attempt(() => JSON.stringify(value), undefined) ?? String(value);
}

function errorsIn(error: unknown): readonly unknown[] {
  const inner: unknown = attempt(() => (error instanceof AggregateError ? error.errors : []), []);
  return Array.isArray(inner) ? inner : [];
}

/** Proxies and getters may throw at whoever looks at a value. */
function legible(value: unknown): unknown {
  const looked = attempt(() => [value instanceof Error && value.message], undefined);
  return looked === undefined ? new Error('thrown value cannot be read') : value;
}

function attempt<T>(read: () => T, otherwise: T): T {
  try {
    return read();
  } catch {
    return otherwise;
  }
}

function bounded(text: string): string {
  if (text.length <= longestMessage) return text;
  return `${text.slice(0, longestMessage)}… (${text.length} characters)`;
}
