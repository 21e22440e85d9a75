import type { Transport, TransportRequest } from '@opgen/runtime/transport';

/** Sends only requests that read. Anything else is a bug of opgen, and never reaches the cluster. */
export function readOnlyTransport(transport: Transport): Transport {
  return {
    get server() {
      return transport.server;
    },
    async request(request: TransportRequest) {
      const { method, body, webSocket } = request;
      if (method !== 'GET' || body !== undefined || webSocket !== undefined)
        throw new Error(`opgen plan must not send ${method} ${request.path}`);
      return transport.request(request);
    },
    close: () => transport.close(),
  };
}
