/** The part of `process` that `shutdownSignal` uses. */
export interface SignalHost {
  on(event: 'SIGTERM' | 'SIGINT', listener: () => void): unknown;
  exit(code: number): unknown;
}

/**
 * A signal for `manager.start` that aborts on the first SIGTERM or SIGINT. The second one exits the process at once.
 */
export function shutdownSignal(host: SignalHost = process): AbortSignal {
  const shutdown = new AbortController();
  const stop = (): void => {
    if (shutdown.signal.aborted) host.exit(1);
    else shutdown.abort();
  };
  host.on('SIGTERM', stop);
  host.on('SIGINT', stop);
  return shutdown.signal;
}
