import { ConnectionError } from '@opgen/runtime';
import type { Transport } from '@opgen/runtime/transport';
import { expect, it } from 'vitest';
import type { Handle } from '../../../src/api-server/http/exchange.ts';
import { inProcessTransport } from '../../../src/api-server/serving/in-process-transport.ts';
import { administrator, jsonResponse } from '../../../src/api-server/serving/request.ts';
import { Feed } from '../http/feed.ts';

const transportTo = (handle: Handle): Transport => inProcessTransport({ handle }, administrator);
const never: Handle = () => new Promise(() => {});
const neverAsked: Handle = () => expect.unreachable();
const get = { method: 'GET', path: '/' };

const echo: Handle = async ({ signal: _signal, query, ...request }) =>
  jsonResponse(200, { ...request, query: [...query] }, { 'X-Kind': 'echo' });

it('sends a request and returns its response', async () => {
  const response = await transportTo(echo).request({
    method: 'POST',
    path: '/api/v1/namespaces/a%2Fb/pods?dryRun=All',
    headers: { 'Content-Type': 'application/json' },
    body: '{}',
  });
  expect(response).toMatchObject({ status: 200, headers: { 'x-kind': 'echo' } });
  expect(JSON.parse(await response.text())).toEqual({
    method: 'POST',
    path: '/api/v1/namespaces/a%2Fb/pods',
    query: [['dryRun', 'All']],
    headers: { 'content-type': 'application/json' },
    body: '{}',
    user: administrator,
  });
});

it.each([
  ['too large a body', 413, echo, { ...get, body: 'x'.repeat(3 * 1024 * 1024 + 1) }],
  ['what its handler fails at', 500, () => Promise.reject(new Error('defect')), get],
])('answers %s with a status', async (_case, code, handle, request) => {
  const response = await transportTo(handle).request(request);
  expect(JSON.parse(await response.text())).toMatchObject({ kind: 'Status', code });
});

it('returns no body for HEAD', async () => {
  const response = await transportTo(echo).request({ ...get, method: 'HEAD' });
  expect(await response.text()).toBe('');
});

it('returns the chunks of a stream as they arrive, and ends it when the reader leaves', async () => {
  const feed = new Feed();
  const response = await transportTo(feed.handle).request(get);
  feed.push('one\n');
  const chunks: string[] = [];
  for await (const chunk of response.chunks()) {
    chunks.push(String(chunk));
    break;
  }
  expect(chunks).toEqual(['one\n']);
  await feed.left;
  expect(feed.signal?.aborted).toBe(true);
});

it('does not send a request whose signal has aborted', async () => {
  const reason = new Error('enough');
  await expect(transportTo(neverAsked).request({ ...get, signal: AbortSignal.abort(reason) })).rejects.toBe(
    reason,
  );
});

function refuse(): void {
  throw new Error('this replica leads no more');
}

it('does not send a request that is not permitted', async () => {
  await expect(transportTo(neverAsked).request({ ...get, permit: refuse })).rejects.toThrow('leads no more');
});

it('rejects a request that is aborted while it waits', async () => {
  const controller = new AbortController();
  const reason = new Error('enough');
  const answer = transportTo(never).request({ ...get, signal: controller.signal });
  controller.abort(reason);
  await expect(answer).rejects.toBe(reason);
});

it('ends an aborted stream with the reason of its signal', async () => {
  const feed = new Feed();
  const controller = new AbortController();
  const reason = new Error('enough');
  const response = await transportTo(feed.handle).request({ ...get, signal: controller.signal });
  const text = response.text();
  controller.abort(reason);
  await expect(text).rejects.toBe(reason);
  await feed.left;
});

it('closes all open streams when it closes, and rejects new requests', async () => {
  const feed = new Feed();
  const transport = inProcessTransport(
    { handle: (request) => (request.path === '/watch' ? feed.handle(request) : never(request)) },
    administrator,
  );
  const stream = (await transport.request({ ...get, path: '/watch' })).text();
  const waiting = transport.request(get);
  const broken = [stream, waiting].map((one) => expect(one).rejects.toBeInstanceOf(ConnectionError));
  await transport.close();
  await Promise.all(broken);
  await feed.left;
  await expect(transport.request(get)).rejects.toBeInstanceOf(ConnectionError);
});
