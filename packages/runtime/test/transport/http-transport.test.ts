import type { RequestListener } from 'node:http';
import { Socket } from 'node:net';
import { createSecureContext } from 'node:tls';
import type { Server as HttpsServer } from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { deferred } from '../../src/deferred.ts';
import { leaseTransport } from '../../src/leader-election/lease-transport.ts';
import { ConnectionError } from '../../src/transport/connection-error.ts';
import type { Credentials } from '../../src/transport/credentials.ts';
import { HttpTransport } from '../../src/transport/http-transport.ts';
import { serverTransport } from '../../src/transport/server-transport.ts';
import type { Transport } from '../../src/transport/transport.ts';
import { first, second } from './certificates.ts';
import { LocalServer } from './local-server.ts';

const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((entry) => entry.close()));
});

const ok: RequestListener = (_request, response) => void response.end('{}');
const get = { method: 'GET', path: '/api/v1/pods?limit=1' };

describe('connections', () => {
  it('are reused across requests', async () => {
    const server = await serve(ok, first);
    const transport = connect(server, { ca: first.cert });
    for (let round = 0; round < 20; round += 1) await text(transport);
    expect(server.requests).toHaveLength(20);
    // A second connection may be opened just before the first becomes free.
    expect(server.connections).toBeLessThanOrEqual(2);
  });

  it('are limited for requests, however many run concurrently', async () => {
    const server = await serve((_request, response) => void setImmediate(() => response.end('{}')));
    const transport = connect(server);
    await Promise.all(Array.from({ length: 100 }, () => text(transport)));
    expect(server.requests).toHaveLength(100);
    expect(server.connections).toBeLessThanOrEqual(32);
  });

  it('of watches do not block requests', async () => {
    const server = await serve((request, response) => {
      if (request.url?.startsWith('/watch') === true) response.write('\n');
      else response.end('{}');
    });
    const transport = connect(server);
    const abort = new AbortController();
    const watch = { method: 'GET', path: '/watch', purpose: 'watch' as const, signal: abort.signal };
    await Promise.all(Array.from({ length: 40 }, () => transport.request(watch)));
    await text(transport);
    expect(server.connections).toBe(41);
    abort.abort();
  });

  it.each([
    ['watches', 'watch'],
    ['requests', 'request'],
  ] as const)('of %s use TCP keepalive, with and without TLS', async (_, purpose) => {
    const probed = vi.spyOn(Socket.prototype, 'setKeepAlive');
    const secure = connect(await serve(ok, first), { ca: first.cert });
    await (await secure.request({ ...get, purpose })).text();
    await (await connect(await serve(ok)).request({ ...get, purpose })).text();
    expect(probed.mock.calls.filter(([on, delay]) => on === true && delay === 30_000)).toHaveLength(2);
    probed.mockRestore();
  });

  it('of slow requests do not block the renewal of a Lease', async () => {
    const server = await serve((request, response) => {
      if (request.url === '/lease') response.end('{}');
    });
    const transport = connect(server);
    const slow = Promise.allSettled(Array.from({ length: 40 }, () => transport.request(get)));
    await expect.poll(() => server.requests).toHaveLength(32);
    const lease = leaseTransport(transport);
    for (let renewal = 0; renewal < 3; renewal += 1) {
      await (await lease.request({ method: 'GET', path: '/lease' })).text();
    }
    expect(server.connections).toBe(33);
    await transport.close();
    await slow;
  });

  it('of aborted watches do not accumulate', async () => {
    const server = await serve((_request, response) => void response.write('{"type":"ADDED"}\n'));
    const transport = connect(server);
    for (let round = 0; round < 5; round += 1) {
      const abort = new AbortController();
      const response = await transport.request({ ...get, purpose: 'watch', signal: abort.signal });
      const [socket] = server.busy;
      const reading = (async () => {
        for await (const chunk of response.chunks()) {
          expect(String(chunk)).toContain('ADDED');
          abort.abort(new Error('enough'));
        }
      })();
      await expect(reading).rejects.toThrow('enough');
      await expect.poll(() => server.open.has(socket!)).toBe(false);
    }
    expect(server.open.size).toBe(0);
  });

  it('of an abandoned watch are released', async () => {
    const server = await serve((_request, response) => void response.write('{"type":"ADDED"}\n'));
    const response = await connect(server).request({ ...get, purpose: 'watch' });
    for await (const chunk of response.chunks()) if (chunk.length > 0) break;
    await expect.poll(() => server.busy).toEqual([]);
  });

  it('close with the transport, including those of watches', async () => {
    const server = await serve((_request, response) => void response.write('\n'));
    const transport = connect(server);
    await transport.request({ ...get, purpose: 'watch' });
    await transport.close();
    await expect.poll(() => server.open.size).toBe(0);
  });

  it('fail their requests when the transport closes', async () => {
    const server = await serve(() => {});
    const transport = connect(server);
    const requests = Array.from({ length: 40 }, () => transport.request(get));
    const failures = Promise.allSettled(requests);
    await expect.poll(() => server.requests).toHaveLength(32);
    await transport.close();
    for (const failure of await failures) {
      expect(failure).toMatchObject({ reason: { message: /no response .*transport closed/ } });
    }
    expect(server.requests).toHaveLength(32);
  });

  it('are closed after the idle timeout', async () => {
    const server = await serve(ok);
    await text(connect(server, { timeouts: { idle: 1_000 } }));
    await expect.poll(() => server.open.size).toBe(0);
  });

  it('time out if they cannot be established', async () => {
    const server = await serve(ok, first);
    server.server.removeAllListeners('connection');
    server.server.on('connection', (socket: Socket) => socket.resume().on('end', () => socket.destroy()));
    const request = text(connect(server, { ca: first.cert, timeouts: { connect: 50 } }));
    await expect(request).rejects.toThrow(/no response .*connection timed out after 0.05 s/);
  });
});

describe('certificates', () => {
  it('from an unknown CA are not trusted', async () => {
    const server = await serve(ok, first);
    await expect(text(connect(server, { ca: second.cert }))).rejects.toBeInstanceOf(ConnectionError);
  });

  it('authenticate the client', async () => {
    const mutual = { ...first, requestCert: true, ca: second.cert };
    const server = await serve(ok, mutual);
    const transport = connect(server, { ca: first.cert, clientCert: second.cert, clientKey: second.key });
    expect(await text(transport)).toBe('{}');
    await expect(text(connect(server, { ca: first.cert }))).rejects.toBeInstanceOf(ConnectionError);
  });

  it('may be rotated: new connections use the new CA', async () => {
    const server = await serve(ok, first);
    const credentials: Credentials = { headers: {}, tls: { ca: first.cert } };
    const transport = keep(
      new HttpTransport({ server: server.url, current: async () => credentials, refresh: async () => {} }),
    );
    await text(transport);
    const before = [...server.open];
    (server.server as HttpsServer).setSecureContext({ ...second, ...createSecureContext(second) });
    credentials.tls = { ca: second.cert };
    await text(transport);
    expect(server.connections).toBeGreaterThan(before.length);
    await expect.poll(() => before.filter((socket) => server.open.has(socket))).toEqual([]);
  });

  it.each(['GET', 'POST'])('that are no longer trusted trigger a reload of the CA: %s', async (method) => {
    const server = await serve(ok, second);
    let trusted = first.cert;
    const source = {
      server: server.url,
      current: async () => ({ headers: {}, tls: { ca: trusted } }),
      refresh: async () => void (trusted = second.cert),
    };
    const transport = keep(new HttpTransport(source));
    expect((await transport.request({ ...get, method })).status).toBe(200);
    expect(server.requests).toHaveLength(1);
  });
});

it('sends one header per value of a list', async () => {
  const server = await serve((request, response) => void response.end(request.rawHeaders.join(' ')));
  const transport = keep(
    serverTransport({ server: server.url, headers: { 'impersonate-group': ['staff', 'admins'] } }),
  );
  expect(await text(transport)).toMatch(/impersonate-group staff .*impersonate-group admins/i);
});

describe('a rejected request', () => {
  it('with an invalid token triggers one token refresh', async () => {
    const server = await serve((request, response) => {
      response.statusCode = request.headers.authorization === 'Bearer 2' ? 200 : 401;
      response.end('{}');
    });
    let token = 1;
    const source = {
      server: server.url,
      current: async () => ({ headers: { authorization: `Bearer ${token}` }, tls: {} }),
      refresh: async () => void (token += 1),
    };
    const transport = keep(new HttpTransport(source));
    expect((await transport.request({ ...get, method: 'POST', body: '{}' })).status).toBe(200);
    token = 5;
    expect((await transport.request(get)).status).toBe(401);
    expect(server.requests).toHaveLength(4);
  });

  it.each([429, 503])('with %i and Retry-After is retried after that time, with jitter', async (status) => {
    const waits: number[] = [];
    const server = await serve(busy(2, status, '3'));
    const transport = connect(server, {
      random: () => 0.5,
      sleep: async (ms: number) => void waits.push(ms),
    });
    expect((await transport.request(get)).status).toBe(200);
    expect(waits).toEqual([3750, 3750]);
  });

  it('returns the response after a limited number of retries', async () => {
    const server = await serve(busy(Number.POSITIVE_INFINITY, 429, '1'));
    const transport = connect(server, { retries: 2, sleep: async () => {} });
    expect((await transport.request(get)).status).toBe(429);
    expect(server.requests).toHaveLength(3);
  });

  it.each([
    ['sends no Retry-After', ''],
    ['asks for too long a wait', '3600'],
  ])('returns the response at once when the server %s', async (_why, retryAfter) => {
    const server = await serve(busy(1, 503, retryAfter));
    expect((await connect(server).request(get)).status).toBe(503);
  });

  it('can be aborted while it waits for the retry', async () => {
    const server = await serve(busy(1, 429, '30'));
    const abort = new AbortController();
    const waiting = connect(server).request({ ...get, signal: abort.signal });
    await expect.poll(() => server.requests).toHaveLength(1);
    abort.abort(new Error('shutting down'));
    await expect(waiting).rejects.toThrow('shutting down');
  });
});

describe('a request', () => {
  it('sends its method, path, headers and body, below the base path of the server', async () => {
    const server = await serve((request, response) => void request.pipe(response));
    const transport = keep(serverTransport({ server: `${server.url}/clusters/one/`, token: 'secret' }));
    const headers = { 'content-type': 'application/json' };
    const response = await transport.request({ method: 'PUT', path: '/api?x=1', headers, body: '{"a":"ü"}' });
    expect(await response.text()).toBe('{"a":"ü"}');
    expect(server.requests[0]).toMatchObject({
      method: 'PUT',
      url: '/clusters/one/api?x=1',
      headers: { ...headers, authorization: 'Bearer secret' },
    });
  });

  it('with DELETE may have a body, with its content length', async () => {
    const server = await serve((request, response) => void request.pipe(response));
    const response = await connect(server).request({ method: 'DELETE', path: '/', body: '{"a":"ü"}' });
    expect(await response.text()).toBe('{"a":"ü"}');
    expect(server.requests[0]?.headers).toMatchObject({ 'content-length': '10' });
  });

  it('fails with the cause when the server is unreachable', async () => {
    const server = await serve(ok);
    await server[Symbol.asyncDispose]();
    const request = keep(serverTransport({ server: 'http://127.0.0.1:9' })).request(get);
    await expect(request).rejects.toThrow(
      'no response from http://127.0.0.1:9: connect ECONNREFUSED 127.0.0.1:9',
    );
    await expect(request).rejects.toBeInstanceOf(ConnectionError);
  });

  it('fails when the server does not respond', async () => {
    const server = await serve(() => {});
    const request = connect(server, { timeouts: { idle: 100 } }).request(get);
    await expect(request).rejects.toThrow(/no response .*no data received for 0.1 s/);
  });

  it('fails when the response is cut off', async () => {
    const server = await serve((_request, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('half', () => response.destroy());
    });
    const response = await connect(server).request(get);
    await expect(response.text()).rejects.toBeInstanceOf(ConnectionError);
  });

  it('fails when the connection closes before the response is read', async () => {
    const server = await serve((_request, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('half', () => response.destroy());
    });
    const response = await connect(server).request(get);
    await expect.poll(() => server.open.size).toBe(0);
    await sleep(0);
    await expect(response.text()).rejects.toBeInstanceOf(ConnectionError);
  });

  it('for a watch has no idle timeout after the response starts', async () => {
    const server = await serve((_request, response) => void response.write('\n'));
    const transport = connect(server, { timeouts: { idle: 1_000 } });
    const watch = await transport.request({ ...get, purpose: 'watch' });
    const read = await transport.request(get);
    const pieces = watch.chunks()[Symbol.asyncIterator]();
    await pieces.next();
    const next = pieces.next();
    // The read started later, but fails first.
    await expect(read.text()).rejects.toThrow(/no data received for 1 s/);
    await expect.poll(() => server.busy).toHaveLength(1);
    await Promise.all([transport.close(), expect(next).rejects.toBeInstanceOf(ConnectionError)]);
  });

  it('is retried on a stale kept-alive connection if it reads, but not if it writes', async () => {
    let breaks = 0;
    const server = await serve((request, response) => {
      if (breaks > 0) {
        breaks -= 1;
        request.socket.destroy();
      } else response.end('{}');
    });
    const transport = connect(server);
    await text(transport);
    breaks = 1;
    expect(await text(transport)).toBe('{}');
    breaks = 1;
    await expect(transport.request({ ...get, method: 'POST', body: '{}' })).rejects.toBeInstanceOf(
      ConnectionError,
    );
  });

  it('that is aborted while it waits for a connection is not sent later', async () => {
    const handshakes = deferred();
    const server = await serve(ok, first);
    const [accept] = server.server.listeners('connection') as ((socket: Socket) => void)[];
    server.server.removeAllListeners('connection');
    server.server.on('connection', (socket: Socket) => {
      void handshakes.promise.then(() => accept?.call(server.server, socket));
    });
    const transport = connect(server, { ca: first.cert });
    const request = transport.request({ ...get, signal: AbortSignal.timeout(20) });

    await expect(request).rejects.toThrow('aborted due to timeout');
    handshakes.resolve();
    await transport.request({ ...get, path: '/api/v1/nodes' });
    expect(server.requests.map(({ url }) => url)).toEqual(['/api/v1/nodes']);
  });

  it('rejects with the exact abort reason, before and during the response, without reading its stack', async () => {
    const server = await serve((request, response) => {
      if (request.url === '/begun') response.write('{');
    });
    let read = 0;
    const reason = Object.defineProperty(new Error('enough'), 'stack', { get: () => `stack ${(read += 1)}` });
    const abort = new AbortController();
    const transport = connect(server);
    const silent = transport.request({ ...get, path: '/silent', signal: abort.signal });
    const begun = await transport.request({ ...get, path: '/begun', signal: abort.signal });
    const text = begun.text();
    await expect.poll(() => server.requests).toHaveLength(2);

    abort.abort(reason);
    const reasons = await Promise.all([silent, text].map((ended) => ended.catch((error: unknown) => error)));
    // Compares here, because `expect` would read every property of the error.
    expect(reasons.map((error) => error === reason)).toEqual([true, true]);
    expect(read).toBe(0);
  });

  it('that is already aborted is not sent', async () => {
    const server = await serve(ok);
    await expect(connect(server).request({ ...get, signal: AbortSignal.abort('no') })).rejects.toBe('no');
    await sleep(0);
    expect(server.requests).toHaveLength(0);
  });
});

async function serve(...args: Parameters<typeof LocalServer.start>): Promise<LocalServer> {
  const server = await LocalServer.start(...args);
  opened.push({ close: () => server[Symbol.asyncDispose]() });
  return server;
}

function connect(
  server: LocalServer,
  options: Omit<Parameters<typeof serverTransport>[0], 'server'> = {},
): Transport {
  return keep(serverTransport({ server: server.url, ...options }));
}

function keep<T extends Transport>(transport: T): T {
  opened.push(transport);
  return transport;
}

async function text(transport: Transport): Promise<string> {
  const response = await transport.request(get);
  return response.text();
}

function busy(times: number, status: number, retryAfter: string): RequestListener {
  let left = times;
  return (_request, response) => {
    left -= 1;
    if (left < 0) return void response.end('{}');
    response.writeHead(status, retryAfter === '' ? {} : { 'retry-after': retryAfter });
    response.end('{}');
  };
}
