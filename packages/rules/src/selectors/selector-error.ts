/** A text that is no selector; the message is that of the API server. */
export class SelectorError extends Error {
  override readonly name = 'SelectorError';
}
