import { once } from 'node:events';
import { Agent, request as httpRequest, type IncomingMessage } from 'node:http';
import { connect } from 'node:http2';
import { Agent as TlsAgent, request as httpsRequest } from 'node:https';
import { connect as openSocket } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';
import { tokenAuthentication } from '../../../src/api-server/authentication/authentication.ts';
import type { Handle } from '../../../src/api-server/http/exchange.ts';
import { listen, type Listener, type ListenOptions } from '../../../src/api-server/http/listener.ts';
import { administrator, jsonResponse } from '../../../src/api-server/serving/request.ts';
import { Feed } from './feed.ts';

const authenticate = tokenAuthentication(new Map([['secret', administrator]]));
const authorization = 'Bearer secret';
const path = '/apis/cache.example.com/v1/memcacheds?labelSelector=app%3Ddemo';

/** Returns the request that it received. */
const echo: Handle = async ({ signal: _signal, query, ...request }) =>
  jsonResponse(200, { ...request, query: [...query] }, { connection: 'close', 'x-kind': 'echo' });

interface Answer {
  status: number;
  headers: Record<string, unknown>;
  body: AsyncIterable<Uint8Array>;
  leave(): void;
}

type Send = (
  server: Listener,
  request?: { method?: string; path?: string; body?: string; headers?: Record<string, string> },
) => Promise<Answer>;

const overHttp1: Send = async ({ url, ca }, { method = 'GET', path: target = '/', body, headers } = {}) => {
  const agent = ca === undefined ? new Agent({ keepAlive: true }) : new TlsAgent({ keepAlive: true, ca });
  onTestFinished(() => agent.destroy());
  const send = ca === undefined ? httpRequest : httpsRequest;
  const sent = send(url + target, { method, agent, headers: { authorization, ...headers } });
  sent.end(body);
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    body: response,
    leave: () => void response.destroy(),
  };
};

const overHttp2: Send = async ({ url, ca }, { method = 'GET', path: target = '/', body, headers } = {}) => {
  const session = connect(url, ca === undefined ? {} : { ca });
  session.on('error', () => {});
  onTestFinished(() => session.destroy());
  const stream = session.request({ ':method': method, ':path': target, authorization, ...headers });
  stream.end(body);
  const [head] = (await once(stream, 'response')) as [Record<string, unknown>];
  return { status: Number(head[':status']), headers: head, body: stream, leave: () => stream.close() };
};

async function serve(handle: Handle, options: Partial<ListenOptions> = {}): Promise<Listener> {
  const server = await listen(handle, { authenticate, ...options });
  onTestFinished(() => server.close());
  return server;
}

const wholeText = async ({ body }: Answer): Promise<string> => text(body);

describe.each([
  ['HTTP/1.1', overHttp1, true],
  ['HTTP/2', overHttp2, true],
  ['plain HTTP/1.1', overHttp1, false],
] as const)('over %s', (_version, send, tls) => {
  it('forwards the whole request', async () => {
    const server = await serve(echo, { tls });
    const answer = await send(server, {
      method: 'POST',
      path,
      body: '{"größe":1}',
      headers: { 'X-Demo': 'a' },
    });
    expect(answer.status).toBe(200);
    expect(JSON.parse(await wholeText(answer))).toMatchObject({
      method: 'POST',
      path: '/apis/cache.example.com/v1/memcacheds',
      query: [['labelSelector', 'app=demo']],
      body: '{"größe":1}',
      headers: { authorization, 'x-demo': 'a' },
      user: { name: 'kubernetes-admin' },
    });
  });

  it('forwards the whole response except connection headers', async () => {
    const answer = await send(await serve(echo, { tls }));
    expect(answer.headers).toMatchObject({ 'content-type': 'application/json', 'x-kind': 'echo' });
    expect(answer.headers['connection']).not.toBe('close');
    const length = Buffer.byteLength(await wholeText(answer));
    expect(answer.headers['content-length']).toBe(String(length));
  });

  it('answers HEAD without a body', async () => {
    const answer = await send(await serve(echo, { tls }), { method: 'HEAD' });
    expect(answer.status).toBe(200);
    expect(Number(answer.headers['content-length'])).toBeGreaterThan(0);
    expect(await wholeText(answer)).toBe('');
  });

  it.each([
    ['whom it does not know', 401, { headers: { authorization: 'Bearer wrong' } }, echo],
    ['more than 3 MiB', 413, { method: 'POST', body: ' '.repeat(3 * 1024 * 1024 + 1) }, echo],
    ['what its handler fails at', 500, {}, () => Promise.reject(new Error('defect'))],
  ] as const)('refuses %s with a status', async (_case, code, request, handle) => {
    const answer = await send(await serve(handle, { tls }), request);
    expect(answer.status).toBe(code);
    expect(JSON.parse(await wholeText(answer))).toMatchObject({ kind: 'Status', code });
  });

  it('accepts a body of 3 MiB', async () => {
    const body = 'x'.repeat(3 * 1024 * 1024);
    const answer = await send(await serve(echo, { tls }), { method: 'PUT', body });
    expect(JSON.parse(await wholeText(answer))).toMatchObject({ body });
  });

  it('sends the head of a watch before its first event, and each event at once', async () => {
    const feed = new Feed();
    const answer = await send(await serve(feed.handle, { tls }));
    expect(answer.status).toBe(200);
    const pieces = answer.body[Symbol.asyncIterator]();
    for (const line of ['one\n', 'two\n']) {
      feed.push(line);
      expect(String((await pieces.next()).value)).toBe(line);
    }
    feed.end();
    expect(await pieces.next()).toMatchObject({ done: true });
  });

  it('ends a watch whose client disconnects', async () => {
    const feed = new Feed();
    const answer = await send(await serve(feed.handle, { tls }));
    answer.leave();
    await feed.left;
    expect(feed.signal?.aborted).toBe(true);
  });

  it('ends a watch whose client does not read', async () => {
    const feed = Feed.endless('x'.repeat(64 * 1024));
    const server = await serve(feed.handle, { tls, writeTimeout: 50 });
    await send(server);
    await feed.left;
    expect(feed.given).toBeLessThan(1000);
  });

  it('closes watches when it closes', async () => {
    const feed = new Feed();
    const server = await serve(feed.handle, { tls });
    const broken = wholeText(await send(server)).catch(() => 'broken');
    await server.close();
    await feed.left;
    expect(['', 'broken']).toContain(await broken);
    await expect(overHttp1(server)).rejects.toThrow('ECONNREFUSED');
  });

  if (tls && send === overHttp1)
    it('closes while a client has sent nothing', async () => {
      const server = await serve(echo);
      const socket = openSocket(Number(new URL(server.url).port), '127.0.0.1');
      await once(socket, 'connect');
      const closed = once(socket, 'close');
      await server.close();
      await closed;
    });
});
