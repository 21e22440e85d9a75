import { getEventListeners } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { ConnectionError } from '../../src/transport/connection-error.ts';
import { type ServerOptions, serverTransport } from '../../src/transport/server-transport.ts';
import type { Transport } from '../../src/transport/transport.ts';
import { webSocketAccept, WebSocketConnection } from '../../src/transport/web-socket.ts';
import { LocalServer } from './local-server.ts';

type Upgrade = (request: IncomingMessage, socket: Socket) => void;

const path = '/api/v1/namespaces/shop/pods/db-0/exec';
const request = { method: 'GET', path, webSocket: ['v5.channel.k8s.io', 'v4.channel.k8s.io'] };

async function start(upgrade: Upgrade): Promise<{ transport: Transport; count: () => number }> {
  return startWith({}, upgrade);
}

async function startWith(
  options: Partial<ServerOptions>,
  upgrade: Upgrade,
): Promise<{ transport: Transport; count: () => number }> {
  let upgrades = 0;
  const local = await LocalServer.start((_, response) => response.end('{}'));
  local.server.on('upgrade', (incoming: IncomingMessage, socket: Socket) => {
    upgrades += 1;
    upgrade(incoming, socket);
  });
  const transport = serverTransport({ server: local.url, token: 'secret', ...options });
  onTestFinished(async () => {
    await transport.close();
    for (const socket of local.open) socket.destroy();
    await local[Symbol.asyncDispose]();
  });
  return { transport, count: () => upgrades };
}

/** Accepts, and returns each message. */
function echo({ headers }: IncomingMessage, socket: Socket): void {
  socket.write(
    `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
      `Sec-WebSocket-Accept: ${webSocketAccept(headers['sec-websocket-key']!)}\r\n` +
      `Sec-WebSocket-Protocol: v5.channel.k8s.io\r\n\r\n`,
  );
  const connection = new WebSocketConnection(socket, 'server');
  void (async () => {
    for await (const message of connection.messages()) await connection.send(message);
    await connection.close();
  })();
}

async function next(connection: WebSocketConnection): Promise<string | undefined> {
  const { value } = await connection.messages().next();
  return value?.toString();
}

test('a server that accepts responds with a connection', async () => {
  const seen: IncomingMessage['headers'][] = [];
  const { transport } = await start((incoming, socket) => {
    seen.push(incoming.headers);
    echo(incoming, socket);
  });
  const { status, headers, webSocket } = await transport.request(request);
  expect(status).toBe(101);
  expect(headers['sec-websocket-protocol']).toBe('v5.channel.k8s.io');
  expect(seen).toEqual([
    expect.objectContaining({
      authorization: 'Bearer secret',
      'sec-websocket-protocol': 'v5.channel.k8s.io, v4.channel.k8s.io',
      'sec-websocket-version': '13',
    }),
  ]);
  await webSocket!.send(Buffer.from('hello'));
  expect(await next(webSocket!)).toBe('hello');
  await webSocket!.close();
});

test('a server that refuses responds as to any other request', async () => {
  const { transport } = await start((_, socket) =>
    socket.end('HTTP/1.1 403 Forbidden\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}'),
  );
  const response = await transport.request(request);
  expect([response.status, response.webSocket, await response.text()]).toEqual([403, undefined, '{}']);
});

test('a server that switches to something else is an error', async () => {
  const { transport } = await start((_, socket) =>
    socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: SPDY/3.1\r\nConnection: Upgrade\r\n\r\n'),
  );
  await expect(transport.request(request)).rejects.toThrow(
    'the server does not speak the WebSocket protocol',
  );
});

test('is not requested twice, since the first request may have started a command', async () => {
  const { transport, count } = await start((_, socket) => socket.destroy());
  // On a connection that was kept open.
  await (await transport.request({ method: 'GET', path })).text();
  await expect(transport.request(request)).rejects.toBeInstanceOf(ConnectionError);
  expect(count()).toBe(1);
});

test('may be idle for longer than a response', async () => {
  const { transport } = await startWith({ timeouts: { idle: 30 } }, echo);
  const { webSocket } = await transport.request(request);
  await sleep(100);
  await webSocket!.send(Buffer.from('still there'));
  expect(await next(webSocket!)).toBe('still there');
});

test('ends with the signal of its request, and with the transport', async () => {
  const { transport } = await start(echo);
  const stop = new AbortController();
  const aborted = (await transport.request({ ...request, signal: stop.signal })).webSocket!;
  const other = (await transport.request(request)).webSocket!;
  stop.abort();
  await aborted.ended;
  await other.send(Buffer.from('hello'));
  expect(await next(other)).toBe('hello');
  await transport.close();
  await other.ended;
});

test('leaves no listener on the signal', async () => {
  const { transport } = await start(echo);
  const { signal } = new AbortController();
  const { webSocket } = await transport.request({ ...request, signal });
  webSocket!.destroy();
  await webSocket!.ended;
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});
