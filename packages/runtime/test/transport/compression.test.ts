import { gzipSync, createGzip, constants } from 'node:zlib';
import { expect, test } from 'vitest';
import { ConnectionError } from '../../src/transport/connection-error.ts';
import { serverTransport } from '../../src/transport/server-transport.ts';
import { LocalServer } from './local-server.ts';

const list = JSON.stringify({ items: Array.from({ length: 500 }, (_, index) => ({ name: `ü-${index}` })) });

test('reads a compressed response', async () => {
  await using server = await LocalServer.start((_, response) => {
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(list));
  });
  const transport = serverTransport({ server: server.url });

  const response = await transport.request({ method: 'GET', path: '/' });
  expect(await response.text()).toBe(list);
  await transport.close();
});

test('asks for compression of what it reads, except for watches', async () => {
  await using server = await LocalServer.start((_, response) => void response.end('{}'));
  const transport = serverTransport({ server: server.url });
  for (const request of [
    { method: 'GET' },
    { method: 'PATCH' },
    { method: 'GET', purpose: 'watch' as const },
  ]) {
    await (await transport.request({ ...request, path: '/' })).text();
  }

  expect(server.requests.map(({ headers }) => headers['accept-encoding'])).toEqual([
    'gzip',
    undefined,
    undefined,
  ]);
  await transport.close();
});

test('delivers the events of a compressed watch as they arrive', async () => {
  await using server = await LocalServer.start((_, response) => {
    response.writeHead(200, { 'content-encoding': 'gzip' });
    const encoder = createGzip({ flush: constants.Z_SYNC_FLUSH });
    encoder.pipe(response);
    encoder.write('{"type":"ADDED"}\n');
  });
  const transport = serverTransport({ server: server.url });

  const response = await transport.request({ method: 'GET', path: '/', purpose: 'watch' });
  for await (const chunk of response.chunks()) {
    expect(Buffer.from(chunk).toString()).toBe('{"type":"ADDED"}\n');
    break;
  }
  await transport.close();
});

test('ends a compressed watch when its signal aborts', async () => {
  await using server = await LocalServer.start((_, response) => {
    response.writeHead(200, { 'content-encoding': 'gzip' });
    response.write(gzipSync('{"type":"ADDED"}\n').subarray(0, -8));
  });
  const transport = serverTransport({ server: server.url });
  const stop = new AbortController();
  const response = await transport.request({
    method: 'GET',
    path: '/',
    purpose: 'watch',
    signal: stop.signal,
  });
  const reading = (async () => {
    for await (const chunk of response.chunks()) expect(chunk.length).toBeGreaterThan(0);
  })();
  stop.abort(new Error('stopped'));

  await expect(reading).rejects.toThrow('stopped');
  await transport.close();
});

test.each([
  ['truncated', 'gzip', gzipSync(list).subarray(0, 100), 'unexpected end of file'],
  ['malformed', 'gzip', Buffer.from(list), 'incorrect header check'],
  ['in an unsupported format', 'br', Buffer.from(list), 'unsupported content encoding br'],
])('reports a response that is %s', async (_, encoding, body, message) => {
  await using server = await LocalServer.start((_request, response) => {
    response.writeHead(200, { 'content-encoding': encoding }).end(body);
  });
  const transport = serverTransport({ server: server.url });

  const response = await transport.request({ method: 'GET', path: '/' });
  const failure = response.text();
  await expect(failure).rejects.toBeInstanceOf(ConnectionError);
  await expect(failure).rejects.toThrow(message);
  await transport.close();
});
