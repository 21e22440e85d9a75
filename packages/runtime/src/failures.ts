/** One error for all that went wrong, whose message tells each. */
export function asOne(errors: readonly unknown[]): unknown {
  return errors.length === 1 ? errors[0] : new AggregateError(errors, errors.map(messageOf).join('; '));
}

/** What went wrong one by one: the errors of an `AggregateError`, and of those in it; any other error is itself. */
export function failuresIn(error: unknown): unknown[] {
  // One that says nothing of what it holds is all that is known.
  if (!(error instanceof AggregateError) || error.errors.length === 0) return [error];
  return error.errors.flatMap(failuresIn);
}

/** The message, with those of the errors inside that it does not tell itself. */
export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (!(error instanceof AggregateError)) return error.message;
  const untold = error.errors.map(messageOf).filter((message) => !error.message.includes(message));
  return [error.message, untold.join('; ')].filter(Boolean).join(': ');
}
