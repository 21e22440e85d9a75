import { request as httpRequest } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { MetricsServer } from '../../src/metrics-server/metrics-server.ts';
import { RunsEndpoint } from '../../src/metrics-server/runs-endpoint.ts';
import type { Run } from '../../src/runs/run.ts';
import { Runs } from '../../src/runs/runs.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { RecordingLogger } from '../support/recording-logger.ts';

let runs: Runs;
let clock: FakeClock;
let server: MetricsServer;
let url: string;

function run(id: string, about: Partial<Run> = {}): Run {
  return {
    id,
    controller: 'shop',
    kind: 'Shop',
    object: { namespace: 'default', name: 'web' },
    causes: [],
    waited: 0,
    started: new Date(0).toISOString(),
    duration: 1,
    result: 'done',
    calls: [],
    ...about,
  };
}

beforeEach(async () => {
  runs = new Runs({}, (error) => expect.unreachable(String(error)));
  clock = new FakeClock();
  const endpoint = new RunsEndpoint({ runs, clock, localOnly: true });
  server = new MetricsServer({
    address: { host: '127.0.0.1', port: 0 },
    endpoints: [endpoint],
    log: new RecordingLogger(),
  });
  await server.start((error) => expect.unreachable(String(error)));
  url = `http://127.0.0.1:${server.port}/runs`;
});

afterEach(() => server.stop());

async function ids(query = ''): Promise<string[]> {
  const response = await fetch(url + query);
  expect(response.headers.get('content-type')).toBe('application/json');
  return ((await response.json()) as { runs: Run[] }).runs.map(({ id }) => id);
}

/** Follows the runs, and collects the ids as they arrive. */
async function follow(query = ''): Promise<{ ids: string[]; ended: Promise<void>; cancel: () => void }> {
  const abort = new AbortController();
  const response = await fetch(`${url}?follow${query}`, { signal: abort.signal });
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('application/x-ndjson');
  const received: string[] = [];
  const read = async (): Promise<void> => {
    let text = '';
    for await (const chunk of response.body!) {
      const lines = (text + Buffer.from(chunk).toString()).split('\n');
      text = lines.pop() ?? '';
      received.push(...lines.map((line) => (JSON.parse(line) as Run).id));
    }
  };
  return { ids: received, ended: read().catch(() => undefined), cancel: () => abort.abort() };
}

describe('GET /runs', () => {
  test('returns the record, oldest first', async () => {
    expect(await ids()).toEqual([]);
    runs.add(run('1'));
    runs.add(run('2', { error: { message: 'no quota' }, result: 'error' }));
    expect(await ids()).toEqual(['1', '2']);
    expect(await (await fetch(url)).json()).toEqual({ runs: [...runs] });
  });

  test('selects runs by kind, controller, object and failure', async () => {
    runs.add(run('1'));
    runs.add(run('2', { object: { namespace: 'other', name: 'web' } }));
    runs.add(run('3', { kind: 'Node', controller: 'nodes', object: { name: 'n1' } }));
    runs.add(run('4', { error: { message: 'no quota' } }));
    expect(await ids('?kind=shop')).toEqual(['1', '2', '4']);
    expect(await ids('?controller=nodes')).toEqual(['3']);
    expect(await ids('?object=web')).toEqual(['1', '2', '4']);
    expect(await ids('?object=other/web')).toEqual(['2']);
    expect(await ids('?object=n1')).toEqual(['3']);
    expect(await ids('?failed&object=default/web')).toEqual(['4']);
  });

  test('is compressed for clients that accept it', async () => {
    runs.add(run('1'));
    const body = await new Promise<Buffer>((resolve, reject) => {
      httpRequest(url, { headers: { 'accept-encoding': 'gzip' } }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => resolve(Buffer.concat(chunks)));
      })
        .on('error', reject)
        .end();
    });
    expect(JSON.parse(gunzipSync(body).toString())).toEqual({ runs: [...runs] });
  });

  test('without TLS, refuses requests that name another host', async () => {
    const code = await new Promise<number | undefined>((resolve, reject) => {
      httpRequest(url, { headers: { host: 'attacker.example.com' } }, (response) => {
        response.resume();
        resolve(response.statusCode);
      })
        .on('error', reject)
        .end();
    });
    expect(code).toBe(403);
  });
});

describe('GET /runs?follow', () => {
  test('sends the record, and then each run when it has ended', async () => {
    runs.add(run('1'));
    const followed = await follow();
    await expect.poll(() => followed.ids).toEqual(['1']);
    runs.add(run('2'));
    runs.add(run('3'));
    await expect.poll(() => followed.ids).toEqual(['1', '2', '3']);
    followed.cancel();
    await followed.ended;
    await expect.poll(() => clock.pending).toBe(0);
  });

  test('sends headers before there is a run, and selects runs', async () => {
    const followed = await follow('&kind=Node');
    runs.add(run('1'));
    runs.add(run('2', { kind: 'Node' }));
    await expect.poll(() => followed.ids).toEqual(['2']);
    followed.cancel();
  });

  test('ends after half an hour, so that the client is authorized again', async () => {
    const followed = await follow();
    await clock.advance(30 * 60_000);
    await followed.ended;
    expect(clock.pending).toBe(0);
  });

  test('ends when the server stops', async () => {
    const followed = await follow();
    await server.stop();
    await followed.ended;
    await expect.poll(() => clock.pending).toBe(0);
  });

  test('ends for a client that reads too slowly', async () => {
    const socket = httpRequest(`${url}?follow`);
    socket.end();
    await new Promise((resolve) => socket.once('response', resolve));
    const long = 'x'.repeat(100_000);
    for (let index = 0; index < 2_000; index += 1) runs.add(run(long));
    expect(clock.pending).toBe(1);
    socket.destroy();
    await expect.poll(() => clock.pending).toBe(0);
  });

  test('is limited to sixteen clients', async () => {
    const followers = await Promise.all(Array.from({ length: 16 }, () => follow()));
    expect((await fetch(`${url}?follow`)).status).toBe(429);
    followers[0]!.cancel();
    await expect.poll(async () => (await fetch(url)).status).toBe(200);
    for (const { cancel } of followers) cancel();
    await expect.poll(() => clock.pending).toBe(0);
    (await follow()).cancel();
  });
});
