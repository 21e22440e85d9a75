import { afterEach, beforeEach, expect, test } from 'vitest';
import { HealthChecks } from '../../src/manager/health-checks.ts';
import { HealthServer } from '../../src/manager/health-server.ts';

let server: HealthServer;
let readiness: HealthChecks;

beforeEach(async () => {
  readiness = new HealthChecks('readyz');
  readiness.add('ping', () => undefined);
  server = new HealthServer({ host: '127.0.0.1', port: 0 }, new Map([['readyz', readiness]]));
  await server.start((error) => expect(error).toBeUndefined());
});

afterEach(() => server.stop());

async function get(path: string): Promise<[number, string]> {
  const response = await fetch(`http://127.0.0.1:${server.port}${path}`);
  return [response.status, await response.text()];
}

test.each([
  ['/readyz', 200, 'ok'],
  ['/readyz?verbose', 200, '[+]ping ok\nreadyz check passed\n'],
  ['/readyz/ping', 200, 'ok'],
  ['/readyz/unknown', 404, 'not found'],
  ['/', 404, 'not found'],
  ['//', 404, 'not found'],
  ['//[', 404, 'not found'],
])('when all checks pass, %s returns %i', async (path, code, text) => {
  expect(await get(path)).toEqual([code, text]);
});

test.each([
  ['/readyz', 500, '[+]ping ok\n[-]database failed: it is away\nreadyz check failed\n'],
  ['/readyz/database', 500, 'it is away'],
  ['/readyz/ping', 200, 'ok'],
  ['/readyz?exclude=database', 200, 'ok'],
])('when a check fails, %s returns %i', async (path, code, text) => {
  readiness.add('database', () => Promise.reject(new Error('it is away')));

  expect(await get(path)).toEqual([code, text]);
});

test('reports a check that throws a value without a text', async () => {
  readiness.add('database', () => Promise.reject(Object.create(null)));

  expect(await get('/readyz/database')).toEqual([500, '{}']);
});

test('rejects two checks with the same name', () => {
  expect(() => readiness.add('ping', () => undefined)).toThrow('already has a check named ping');
});

test('fails to start if the port is in use', async () => {
  const second = new HealthServer({ host: '127.0.0.1', port: server.port ?? 0 }, new Map());

  await expect(second.start(() => undefined)).rejects.toThrow('EADDRINUSE');
  await second.stop();
});

test('does not listen if it is stopped during startup', async () => {
  const early = new HealthServer({ host: '127.0.0.1', port: 0 }, new Map());
  const started = early.start(() => undefined);
  await early.stop();
  await started;
  expect(early.port).toBeUndefined();
});
