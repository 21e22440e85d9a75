import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { createSecureServer, type ServerHttp2Session } from 'node:http2';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { type Minor, newestMinor } from '@opgen/rules/builtin';
import type { Authenticate } from '../authentication/authentication.ts';
import { localServerCertificate, type ServerCertificate } from './certificates.ts';
import { exchange, type Handle } from './exchange.ts';
import { upgrade } from './upgrade.ts';

export interface ListenOptions {
  authenticate: Authenticate;
  /** The minor version of Kubernetes whose protobuf messages it reads. Default: the newest. */
  minor?: Minor;
  /** Default: a free port. */
  port?: number;
  /** HTTPS with a generated certificate, as HTTP/1.1 and HTTP/2; otherwise plain HTTP/1.1. Default: true. */
  tls?: boolean;
  /** The certificate for HTTPS. Default: a new one. */
  certificate?: ServerCertificate;
  /** The server ends a watch whose client reads nothing for this many milliseconds. Default: 60 s. */
  writeTimeout?: number;
}

export interface Listener {
  readonly url: string;
  /** The certificate authority to trust, as PEM. */
  readonly ca?: string;
  /** Closes all connections. */
  close(): Promise<void>;
}

/** Serves the handler on the loopback address. */
export async function listen(
  handle: Handle,
  {
    authenticate,
    certificate: given,
    minor = newestMinor,
    port = 0,
    tls = true,
    writeTimeout = 60_000,
  }: ListenOptions,
): Promise<Listener> {
  const certificate = tls ? (given ?? localServerCertificate()) : undefined;
  const server = certificate
    ? createSecureServer({ ...http2Options, cert: certificate.certificate, key: certificate.key })
    : createServer();
  server.on('request', (incoming, outgoing) => {
    void exchange(incoming, outgoing, { handle, authenticate, minor, writeTimeout });
  });
  server.on('upgrade', (incoming: IncomingMessage, socket: Duplex, head: Buffer) => {
    void upgrade(incoming, socket, head, { handle, authenticate });
  });
  const connections = new Set<Socket | ServerHttp2Session>();
  const remember = (connection: Socket | ServerHttp2Session): void => {
    connections.add(connection);
    connection.once('close', () => connections.delete(connection));
  };
  server.on('connection', remember);
  server.on('session', remember);
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const { port: actualPort } = server.address() as AddressInfo;
  return {
    url: `${tls ? 'https' : 'http'}://127.0.0.1:${actualPort}`,
    ...(certificate && { ca: certificate.ca }),
    async close() {
      const closed = once(server, 'close');
      server.close();
      for (const connection of connections) connection.destroy();
      await closed;
    },
  };
}

/** A manager opens one watch for each kind, all as streams of one HTTP/2 session. */
const http2Options = {
  allowHTTP1: true,
  maxSessionMemory: 1000,
  settings: { maxConcurrentStreams: 1000, initialWindowSize: 1024 * 1024 },
};
