import type { Transport } from '../transport/transport.ts';

/** Sends all requests over a connection that is reserved for Lease renewals. */
export function leaseTransport(transport: Transport): Transport {
  return {
    get server() {
      return transport.server;
    },
    request: (request) => transport.request({ ...request, purpose: 'lease' }),
    close: () => transport.close(),
  };
}
