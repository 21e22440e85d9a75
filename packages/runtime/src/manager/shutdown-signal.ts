/** What `shutdownSignal` needs of the process. */
export interface SignalHost {
  on(event: 'SIGTERM' | 'SIGINT', listener: () => void): unknown;
  exit(code: number): unknown;
}

/** Aborts at the first SIGTERM or SIGINT, for `manager.start`. The second ends the process at once. */
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
