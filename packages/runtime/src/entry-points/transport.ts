// Transport: connections to an API server, for clients created without a manager.
export { errorFrom } from '../client/error-from.ts';
export type { HttpTransportOptions } from '../transport/http-transport.ts';
export { type KubeConfigOptions, kubeConfigTransport } from '../transport/kube-config-transport.ts';
export { type ServerOptions, serverTransport } from '../transport/server-transport.ts';
export type { Transport, TransportRequest, TransportResponse } from '../transport/transport.ts';
export { webSocketAccept, WebSocketConnection } from '../transport/web-socket.ts';
