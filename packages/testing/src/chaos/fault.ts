/** What can go wrong between an operator and its API server. */
export type Fault = keyof typeof usualRates;

/** The probability of each fault, from 0 to 1, for each request or each chunk of a watch. */
export type FaultRates = { readonly [Name in Fault]?: number | undefined };

/** The default faults, at rates at which a correct operator still makes progress. */
export const usualRates = {
  /** An update or patch gets 409 Conflict, as if another client had written first. Nothing is written. */
  conflict: 0.1,
  /** 429 Too Many Requests with `Retry-After`. Nothing is written. */
  throttled: 0.05,
  /** 500, 503 or 504. Nothing is written. */
  serverError: 0.05,
  /** The connection is refused. Nothing is written. */
  refused: 0.05,
  /** The connection breaks after the server has completed the request and before it answers. */
  lostAnswer: 0.05,
  /** The request is delayed by up to `latency` milliseconds. */
  slow: 0.2,
  /** A get or list returns an earlier response for the same path, as a lagging replica of the server does. */
  stale: 0.05,
  /** The server ends a watch early. */
  watchEnded: 0.03,
  /** The connection of a watch breaks in the middle of a line. */
  watchReset: 0.03,
  /** A watch gets 410 Gone, so the client has to relist. */
  watchExpired: 0.03,
  /** The events of a watch are delayed by up to `latency` milliseconds, in order. */
  watchDelayed: 0.2,
  /**
   * A watch stays open and sends nothing more. Clients notice after five minutes, so use this in tests with a fake
   * clock.
   */
  watchStalled: 0,
  /**
   * The connection of a watch breaks whenever it was idle for `idleLimit` milliseconds, as load balancers do. For
   * tests with a fake clock.
   */
  watchIdleCut: 0,
} as const;

export const faults = Object.keys(usualRates) as Fault[];
