/** What can go wrong between an operator and its API server. */
export type Fault = keyof typeof usualRates;

/** How likely a fault is, from 0 to 1, for each request or each piece of a watch that it may hit. */
export type FaultRates = Readonly<Partial<Record<Fault, number>>>;

/** The faults of a bad day, as rates at which a program still gets its work done. */
export const usualRates = {
  /** An update or a patch is refused with 409: somebody else was faster. Nothing is written. */
  conflict: 0.1,
  /** 429 with `Retry-After`: the server has too much to do. Nothing is done. */
  throttled: 0.05,
  /** 500, 503 or 504. Nothing is done. */
  serverError: 0.05,
  /** No connection comes about. Nothing is done. */
  refused: 0.05,
  /** The connection breaks after the server has done what it was asked to do, before it could say so. */
  lostAnswer: 0.05,
  /** The request takes up to `latency` milliseconds to the server. */
  slow: 0.2,
  /** A get or a list is answered with what it was answered before, as by a server that lags behind. */
  stale: 0.05,
  /** The server ends a watch before its time. */
  watchEnded: 0.03,
  /** The connection of a watch breaks in the middle of a line. */
  watchReset: 0.03,
  /** A watch is told that its version is too old (410), and has to list again. */
  watchExpired: 0.03,
  /** The events of a watch come up to `latency` milliseconds late, in their order. */
  watchDelayed: 0.2,
  /**
   * A watch says nothing any more, and does not end either. Noticed after five minutes only, so this is for
   * tests that own the clock.
   */
  watchStalled: 0,
  /**
   * The connection of a watch breaks whenever nothing was sent for `idleLimit` milliseconds, as load balancers do it to
   * idle connections. For tests that own the clock.
   */
  watchIdleCut: 0,
} as const;

export const faults = Object.keys(usualRates) as Fault[];
