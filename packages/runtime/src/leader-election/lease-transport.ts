import type { Transport } from '../transport/transport.ts';

/** The same way to the server, on a connection that no other request can keep busy. */
export function leaseTransport(transport: Transport): Transport {
  return {
    get server() {
      return transport.server;
    },
    request: (request) => transport.request({ ...request, purpose: 'lease' }),
    close: () => transport.close(),
  };
}
