import { type IncomingMessage, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { webSocketAccept, WebSocketConnection } from '@opgen/runtime/transport';
import type { ServerResponse } from '../serving/request.ts';
import { type ExchangeOptions, plainHeaders } from './exchange.ts';
import { failureResponse } from './failure-response.ts';
import { readTarget } from './request-target.ts';

type UpgradeOptions = Pick<ExchangeOptions, 'handle' | 'authenticate'>;

/** Answers a request that asks for another protocol: with a WebSocket, or as any other request. Never rejects. */
export async function upgrade(
  incoming: IncomingMessage,
  socket: Duplex,
  head: Buffer,
  options: UpgradeOptions,
): Promise<void> {
  // A broken connection must not end the process.
  socket.on('error', () => socket.destroy());
  try {
    const response = await respond(incoming, socket, options);
    if (response.upgrade === undefined) {
      await sendOver(socket, response);
      return;
    }
    const accept = webSocketAccept(incoming.headers['sec-websocket-key'] ?? '');
    const headers = {
      ...response.headers,
      upgrade: 'websocket',
      connection: 'Upgrade',
      'sec-websocket-accept': accept,
    };
    socket.write(headOf(101, headers));
    await response.upgrade(new WebSocketConnection(socket, 'server', head));
  } catch {
    socket.destroy();
  }
}

async function respond(
  incoming: IncomingMessage,
  socket: Duplex,
  { handle, authenticate }: UpgradeOptions,
): Promise<ServerResponse> {
  const closed = new AbortController();
  socket.once('close', () => closed.abort());
  try {
    const headers = plainHeaders(incoming);
    const user = authenticate(headers);
    const target = readTarget(incoming.url ?? '/');
    const { method = 'GET' } = incoming;
    const isUpgradable = headers['upgrade']?.toLowerCase() === 'websocket';
    return await handle({ method, ...target, headers, body: '', user, signal: closed.signal, isUpgradable });
  } catch (error) {
    return failureResponse(error);
  }
}

/** Node parses no further request on a connection that was to be upgraded, so it ends with this response. */
async function sendOver(socket: Duplex, { status, headers, body }: ServerResponse): Promise<void> {
  const isWhole = typeof body === 'string';
  const length = isWhole ? { 'content-length': String(Buffer.byteLength(body)) } : {};
  socket.write(headOf(status, { ...headers, ...length, connection: 'close' }));
  if (isWhole) socket.write(body);
  else for await (const piece of body) socket.write(piece);
  socket.end();
}

function headOf(status: number, headers: Readonly<Record<string, string>>): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}\r\n`;
}
