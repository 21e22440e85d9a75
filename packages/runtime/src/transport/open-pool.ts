import type { Agent } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { createSecureContext } from 'node:tls';
import { callbackify } from 'node:util';
import { http, https } from '../http/node-http.ts';
import type { TlsMaterial } from './credentials.ts';
import { openTunnel } from './tunnel.ts';

/** How long a server may take, in milliseconds. */
export interface Timeouts {
  /** For the connection and its TLS handshake. */
  connect: number;
  /** Until the answer begins, and between two pieces of it (not in a watch, which may be silent). */
  idle: number;
}

/**
 * Milliseconds of silence after which the kernel asks whether the other side is still there, as Go does. A watch may be
 * silent for minutes, and a connection whose other end has vanished looks just like that. The option of the agent does
 * not reach TLS sockets on every version of Node, so it is set on the socket.
 */
const keepAliveDelay = 30_000;

/** Connections to one server, up to so many, each kept until nothing has used it for the idle time. */
export function openPool(
  origin: URL,
  { proxyUrl, servername, rejectUnauthorized, ...material }: TlsMaterial,
  { connect, idle }: Timeouts,
  connections: number,
): Agent {
  const secure = origin.protocol === 'https:';
  const options = { keepAlive: true, maxSockets: connections, timeout: idle };
  const agent = secure
    ? new https.Agent({
        ...options,
        // Read once: the agent would else compare, and read, all of the PEM text time and again.
        secureContext: createSecureContext(material),
        ...(servername !== undefined && { servername }),
        ...(rejectUnauthorized !== undefined && { rejectUnauthorized }),
      })
    : new http.Agent(options);

  const open = agent.createConnection.bind(agent) as (options: object) => Duplex;
  const ready = secure ? 'secureConnect' : 'connect';
  agent.createConnection = (how, done) => {
    if (proxyUrl === undefined) return limited(keepAlive(open(how)), ready, connect);
    const target = `${origin.hostname}:${origin.port || (secure ? 443 : 80)}`;
    const connection = async (): Promise<Duplex> => {
      const socket = keepAlive(await openTunnel(proxyUrl, target, connect));
      return secure ? limited(open({ ...how, socket }), ready, connect) : socket;
    };
    callbackify(connection)((error, socket) => done?.(error, socket));
    return undefined;
  };
  return agent;
}

/** Lets no more connections wait for their next use; those in use end with it. */
export function closePool(agent: Agent): void {
  agent.maxFreeSockets = 0;
  for (const sockets of Object.values(agent.freeSockets)) {
    for (const socket of sockets ?? []) socket.destroy();
  }
}

function keepAlive(socket: Duplex): Duplex {
  return socket instanceof Socket ? socket.setKeepAlive(true, keepAliveDelay) : socket;
}

function limited(socket: Duplex, ready: string, timeout: number): Duplex {
  const timer = setTimeout(() => {
    socket.destroy(new Error(`connection timed out after ${timeout / 1000} s`));
  }, timeout);
  const over = (): void => clearTimeout(timer);
  return socket.once(ready, over).once('close', over);
}
