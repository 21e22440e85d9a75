/** The text is not a selector. The message is the API server's. */
export class SelectorError extends Error {
  override readonly name = 'SelectorError';
}
