import { request as httpsRequest } from 'node:https';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Certificates } from '../../src/certificates/certificates.ts';
import { systemClock } from '../../src/clock.ts';
import type { Decision } from '../../src/metrics-server/authorizer.ts';
import { MetricsEndpoint } from '../../src/metrics-server/metrics-endpoint.ts';
import { MetricsServer } from '../../src/metrics-server/metrics-server.ts';
import { RunsEndpoint } from '../../src/metrics-server/runs-endpoint.ts';
import { Metrics } from '../../src/metrics/metrics.ts';
import { RecordingLogger } from '../support/recording-logger.ts';
import { first, second } from '../transport/certificates.ts';

const address = { host: '127.0.0.1', port: 0 };
const fail = (error: unknown): void => expect.unreachable(String(error));

let metrics: Metrics;
let log: RecordingLogger;
let stop: () => Promise<void>;

beforeEach(() => {
  metrics = new Metrics();
  log = new RecordingLogger();
  metrics.gauge({ name: 'pools', help: 'Pools.' }).set(3);
});

afterEach(() => stop());

describe('over plain HTTP', () => {
  let url: string;

  beforeEach(async () => {
    const server = new MetricsServer({ address, endpoints: [new MetricsEndpoint(metrics)], log });
    stop = () => server.stop();
    await server.start(fail);
    url = `http://127.0.0.1:${server.port}`;
  });

  test('serves /metrics without authentication', async () => {
    const answer = await fetch(`${url}/metrics?x=1`);

    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    expect(await answer.text()).toContain('pools 3\n');
  });

  test.each([
    ['GET', '/', 404],
    ['POST', '/metrics', 405],
  ])('answers %s %s with %d', async (method, path, code) => {
    expect((await fetch(url + path, { method })).status).toBe(code);
  });

  test('compresses large responses for clients that accept it', async () => {
    const many = metrics.gauge({ name: 'many', help: 'Many.', labels: ['name'] });
    for (let index = 0; index < 100; index += 1) many.set(index, { name: `pool-${index}` });
    const answer = await fetch(`${url}/metrics`, { headers: { 'accept-encoding': 'gzip' } });
    const plain = await fetch(`${url}/metrics`, { headers: { 'accept-encoding': 'gzip;q=0' } });

    expect(answer.headers.get('content-encoding')).toBe('gzip');
    expect(await answer.text()).toContain('many{name="pool-99"} 99\n');
    expect(plain.headers.get('content-encoding')).toBeNull();
  });

  test('a collector that throws fails only this response', async () => {
    metrics.onScrape(() => {
      throw new Error('no idea');
    });

    expect((await fetch(`${url}/metrics`)).status).toBe(500);
    expect(log.text.at(-1)).toBe('error failed to serve metrics');
  });
});

describe('over TLS', () => {
  let port: number;
  let show: (pair: typeof first) => void;
  let verdict: Decision | Error;
  let asked: (string | undefined)[];
  let paths: string[];

  beforeEach(async () => {
    verdict = 'allowed';
    asked = [];
    paths = [];
    const authorizer = {
      authorize: async (token: string | undefined, path: string): Promise<Decision> => {
        asked.push(token);
        paths.push(path);
        if (verdict instanceof Error) throw verdict;
        return verdict;
      },
    };
    const certificates: Pick<Certificates, 'follow'> = {
      follow: (use) => {
        show = ({ cert, key }) => use({ certificate: cert, key, ca: undefined });
        show(first);
        return () => true;
      },
    };
    const runs = new RunsEndpoint({ runs: undefined, clock: systemClock, localOnly: false });
    const endpoints = [new MetricsEndpoint(metrics), runs] as const;
    const server = new MetricsServer({ address, endpoints, log, security: { certificates, authorizer } });
    stop = () => server.stop();
    await server.start(fail);
    port = server.port ?? 0;
  });

  function get(
    headers: Record<string, string> = {},
    ca = first.cert,
    path = '/metrics',
  ): Promise<{ code: number; body: string; challenge: unknown }> {
    return new Promise((resolve, reject) => {
      const sent = httpsRequest({ host: '127.0.0.1', port, path, ca, headers }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => {
          const all = Buffer.concat(chunks);
          const body = response.headers['content-encoding'] === 'gzip' ? gunzipSync(all) : all;
          const challenge = response.headers['www-authenticate'];
          resolve({ code: response.statusCode ?? 0, body: body.toString(), challenge });
        });
      });
      sent.on('error', reject);
      sent.end();
    });
  }

  test('serves authorized clients', async () => {
    expect(await get({ authorization: 'Bearer prometheus' })).toMatchObject({
      code: 200,
      body: expect.stringContaining('pools 3\n'),
    });
    expect(asked).toEqual(['prometheus']);
  });

  test('serves a new certificate to new connections', async () => {
    await get();
    show(second);

    expect(await get({ authorization: 'Bearer prometheus' }, second.cert)).toMatchObject({ code: 200 });
  });

  test('answers 401 to a request without a token', async () => {
    verdict = 'unauthenticated';
    expect(await get()).toMatchObject({ code: 401, challenge: 'Bearer' });
    expect(asked).toEqual([undefined]);
  });

  test('answers 403 to an unauthorized client, and names the role that grants access', async () => {
    verdict = 'forbidden';
    expect(await get({ authorization: 'bearer visitor' })).toMatchObject({
      code: 403,
      body: expect.stringContaining('metrics-reader'),
    });
  });

  test('authorizes each path on its own', async () => {
    verdict = 'forbidden';
    const headers = { authorization: 'Bearer visitor' };
    expect(await get(headers, first.cert, '/runs?follow')).toMatchObject({
      code: 403,
      body: 'forbidden: bind the ClusterRole runs-reader to get /runs\n',
    });
    await get(headers, first.cert, '/secrets');
    expect(paths).toEqual(['/runs', '/metrics']);
  });

  test('answers 404 to an authorized client if runs are not recorded', async () => {
    expect(await get({ authorization: 'Bearer prometheus' }, first.cert, '/runs')).toMatchObject({
      code: 404,
      body: expect.stringContaining('set the option runs'),
    });
  });

  test('answers 500, not 403, if the API server cannot be asked', async () => {
    verdict = new Error('down');
    expect(await get({ authorization: 'Bearer prometheus' })).toMatchObject({ code: 500 });
    expect(log.text.at(-1)).toBe('error failed to authorize a metrics request');
  });
});
