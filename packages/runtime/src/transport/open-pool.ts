import type { Agent } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { createSecureContext } from 'node:tls';
import { callbackify } from 'node:util';
import { http, https } from '../http/node-http.ts';
import type { TlsMaterial } from './credentials.ts';
import { openTunnel } from './tunnel.ts';

/** Timeouts of a connection, in milliseconds. */
export interface Timeouts {
  /** For the TCP connection and the TLS handshake. */
  connect: number;
  /** Until the response starts, and between its chunks. Does not apply to a watch, which may be idle. */
  idle: number;
}

/**
 * Idle time in milliseconds before the kernel sends TCP keep-alive probes, as in Go. A watch may be idle for minutes,
 * and a connection to a dead peer looks the same. Set on the socket, because the agent's option does not reach TLS
 * sockets in every version of Node.
 */
const keepAliveDelay = 30_000;

/** A pool with a limited number of connections to one server. Idle connections close after the idle timeout. */
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
        // Parse the PEM once: otherwise the agent compares it for every request and parses it for every connection.
        secureContext: createSecureContext(material),
        ...(servername !== undefined && { servername }),
        ...(rejectUnauthorized !== undefined && { rejectUnauthorized }),
      })
    : new http.Agent(options);

  // One agent serves one server. The default name consists of all TLS options, and Node builds it for each request.
  agent.getName = () => origin.host;
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

/** Closes idle connections; those in use close when their requests end. */
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
