import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { HttpTransport } from '../../src/transport/http-transport.ts';
import { first } from './certificates.ts';
import { LocalServer } from './local-server.ts';

const opened: { close(): unknown }[] = [];
afterEach(async () => {
  for (const entry of opened.splice(0)) await entry.close();
});

it('carries TLS, and sends the proxy credentials to the proxy only', async () => {
  const server = await LocalServer.start(ok, first);
  opened.push({ close: () => server[Symbol.asyncDispose]() });
  const asked: IncomingMessage[] = [];
  const proxy = await startProxy((request, client) => {
    asked.push(request);
    const upstream = connect(Number(new URL(server.url).port), '127.0.0.1');
    client.write('HTTP/1.1 200 Connection established\r\n\r\n');
    client.pipe(upstream).pipe(client);
    client.on('error', () => upstream.destroy());
    upstream.on('error', () => client.destroy());
  });
  const transport = through(proxy.replace('//', '//me:p%40ss@'), server.url);

  for (let round = 0; round < 2; round += 1) {
    const response = await transport.request({ method: 'GET', path: '/version' });
    expect(await response.text()).toBe('{}');
  }

  expect(asked.map(({ url }) => url)).toEqual([new URL(server.url).host]);
  const login = Buffer.from('me:p@ss').toString('base64');
  expect(asked[0]?.headers['proxy-authorization']).toBe(`Basic ${login}`);
  expect(server.requests[0]?.headers).not.toHaveProperty('proxy-authorization');
});

it('reports the response of a proxy that rejects CONNECT', async () => {
  const proxy = await startProxy((_request, client) => {
    client.end('HTTP/1.1 407 Proxy Authentication Required\r\ncontent-length: 0\r\n\r\n');
  });
  const request = through(proxy, 'https://api.example.com:6443').request({ method: 'GET', path: '/' });
  const host = new URL(proxy).host;
  await expect(request).rejects.toThrow(`proxy ${host} answered CONNECT api.example.com:6443 with 407`);
});

it('gives up on a proxy that does not respond', async () => {
  const proxy = await startProxy(() => {});
  const options = { timeouts: { connect: 200 } };
  const request = through(proxy, 'https://api.example.com', options).request({ method: 'GET', path: '/' });
  await expect(request).rejects.toThrow(/proxy .* did not respond within 0.2 s/);
});

it('reports an unreachable proxy', async () => {
  const request = through('http://127.0.0.1:9', 'https://api.example.com').request({
    method: 'GET',
    path: '/',
  });
  await expect(request).rejects.toThrow('connect ECONNREFUSED 127.0.0.1:9');
});

const ok: RequestListener = (_request, response) => void response.end('{}');

function through(
  proxyUrl: string,
  server: string,
  options: ConstructorParameters<typeof HttpTransport>[1] = {},
): HttpTransport {
  const credentials = { headers: {}, tls: { ca: first.cert, proxyUrl } };
  const source = { server, current: async () => credentials, refresh: async () => {} };
  const transport = new HttpTransport(source, options);
  opened.unshift(transport);
  return transport;
}

async function startProxy(answer: (request: IncomingMessage, client: Socket) => void): Promise<string> {
  const clients = new Set<Socket>();
  const proxy = createServer().on('connect', (request, client: Socket) => {
    clients.add(client);
    answer(request, client);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  opened.push({
    close: () => {
      for (const client of clients) client.destroy();
      proxy.close();
    },
  });
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
}
