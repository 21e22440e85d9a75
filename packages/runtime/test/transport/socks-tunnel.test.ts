import { once } from 'node:events';
import { type AddressInfo, connect as connectTo, createServer, type Server, type Socket } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { HttpTransport } from '../../src/transport/http-transport.ts';
import { first } from './certificates.ts';
import { LocalServer } from './local-server.ts';

const opened: { close(): unknown }[] = [];
afterEach(async () => {
  for (const entry of opened.splice(0)) await entry.close();
});

/** A SOCKS5 proxy that connects to one server, whatever host the client requests. */
class SocksProxy {
  readonly said: Buffer[] = [];
  /** The replies to the greeting, to authentication and to the connect request. */
  answers: number[][] = [
    [5, 0],
    [5, 0, 0, 1, 127, 0, 0, 1, 0, 80],
  ];
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();

  constructor(upstream: string) {
    this.#server = createServer((socket) => {
      this.#sockets.add(socket);
      void this.#serve(socket, upstream).catch(() => socket.destroy());
    });
  }

  async start(): Promise<this> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    opened.push(this);
    return this;
  }

  get host(): string {
    return `127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  close(): void {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
  }

  async #serve(socket: Socket, upstream: string): Promise<void> {
    for (const answer of this.answers) {
      const [chunk] = (await once(socket, 'data')) as [Buffer];
      this.said.push(chunk);
      // In separate chunks, as the network may deliver it.
      for (const byte of answer) socket.write(Buffer.from([byte]));
    }
    const server = connectTo(Number(new URL(upstream).port), '127.0.0.1');
    this.#sockets.add(server);
    server.on('error', () => socket.destroy());
    socket.pipe(server).pipe(socket);
  }
}

function through(proxyUrl: string, server: string, connect = 10_000): HttpTransport {
  const tls = { ca: first.cert, servername: 'localhost', proxyUrl };
  const source = { server, current: async () => ({ headers: {}, tls }), refresh: async () => {} };
  const transport = new HttpTransport(source, { timeouts: { connect } });
  opened.unshift(transport);
  return transport;
}

async function startServer(): Promise<LocalServer> {
  const server = await LocalServer.start((_request, response) => void response.end('{}'), first);
  opened.push({ close: () => server[Symbol.asyncDispose]() });
  return server;
}

const get = { method: 'GET', path: '/version' };
const domain = [3, 15, ...Buffer.from('api.example.com'), 0x19, 0x2b];

it.each([
  ['a name', 'api.example.com:6443', domain],
  ['an address', '10.0.0.1', [1, 10, 0, 0, 1, 1, 0xbb]],
  ['a long address', '[fd00::1:2]', [4, 0xfd, 0, ...Array(11).fill(0), 1, 0, 2, 1, 0xbb]],
])('carries TLS to %s, which the proxy resolves', async (_, host, asked) => {
  const server = await startServer();
  const proxy = await new SocksProxy(server.url).start();
  const transport = through(`socks5://${proxy.host}`, `https://${host}`);

  for (let round = 0; round < 2; round += 1) {
    const response = await transport.request(get);
    expect(await response.text()).toBe('{}');
  }
  expect(proxy.said.map((bytes) => [...bytes])).toEqual([
    [5, 1, 0],
    [5, 1, 0, ...asked],
  ]);
});

it('authenticates if the proxy requires it', async () => {
  const server = await startServer();
  const proxy = await new SocksProxy(server.url).start();
  const bound = [5, 0, 0, 3, 2, 0x61, 0x62, 0, 80];
  proxy.answers = [[5, 2], [1, 0], bound];
  const response = await through(`socks5h://me:p%40s@${proxy.host}`, 'https://api.example.com:6443').request(
    get,
  );

  expect(await response.text()).toBe('{}');
  expect([...proxy.said[0]!]).toEqual([5, 2, 0, 2]);
  expect(proxy.said[1]?.toString('latin1')).toBe('\x01\x02me\x03p@s');
});

it.each([
  [
    'does not connect',
    [
      [5, 0],
      [5, 5, 0, 1, 0, 0, 0, 0, 0, 0],
    ],
    /cannot connect to api.example.com:443: connection refused/,
  ],
  [
    'requires credentials that are not configured',
    [[5, 0xff]],
    /requires an authentication method other than user name and password/,
  ],
  ['is not a SOCKS5 proxy', [[0x48, 0x54]], /is not a SOCKS5 proxy/],
])('reports a proxy that %s', async (_, answers, message) => {
  const proxy = await new SocksProxy('http://127.0.0.1:1').start();
  proxy.answers = [...answers, []];
  await expect(through(`socks5://${proxy.host}`, 'https://api.example.com').request(get)).rejects.toThrow(
    message,
  );
});

it('gives up on a proxy that does not respond', async () => {
  const proxy = await new SocksProxy('http://127.0.0.1:1').start();
  proxy.answers = [[], []];
  const request = through(`socks5://${proxy.host}`, 'https://api.example.com', 200).request(get);
  await expect(request).rejects.toThrow(`proxy ${proxy.host} did not respond within 0.2 s`);
});

it('reports an unreachable proxy, and one that closes the connection', async () => {
  const refused = through('socks5://127.0.0.1:9', 'https://api.example.com').request(get);
  await expect(refused).rejects.toThrow('connect ECONNREFUSED 127.0.0.1:9');

  const proxy = createServer((socket) => socket.end());
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  opened.push(proxy);
  const { port } = proxy.address() as AddressInfo;
  const dropped = through(`socks5://127.0.0.1:${port}`, 'https://api.example.com').request(get);
  await expect(dropped).rejects.toThrow(
    /no response from .*: (proxy .* closed the connection|read ECONNRESET|write EPIPE)/,
  );
});
