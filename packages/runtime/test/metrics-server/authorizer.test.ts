import { beforeEach, describe, expect, test } from 'vitest';
import { createClient } from '../../src/client/create-client.ts';
import { Authorizer } from '../../src/metrics-server/authorizer.ts';
import type { Transport, TransportRequest } from '../../src/transport/transport.ts';
import { FakeClock } from '../support/fake-clock.ts';

/** Authenticates the token `prometheus`, which may read `/metrics`, and the token `visitor`, which may not. */
class Reviews implements Transport {
  readonly asked: string[] = [];
  answers = true;
  broken = false;

  async request({ path, body = '', signal }: TransportRequest): ReturnType<Transport['request']> {
    this.asked.push(path.split('?', 1)[0]!.split('/').at(-1)!);
    if (!this.answers)
      await new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
    const { spec } = JSON.parse(body) as { spec: Record<string, unknown> };
    const status = path.includes('tokenreviews')
      ? { authenticated: spec['token'] !== 'stranger', user: { username: spec['token'], groups: ['g'] } }
      : { allowed: spec['user'] === 'prometheus' };
    if (path.includes('subjectaccessreviews')) {
      expect(spec).toMatchObject({ groups: ['g'], nonResourceAttributes: { path: '/metrics', verb: 'get' } });
    }
    const text = JSON.stringify({ status });
    return {
      status: this.broken ? 500 : 201,
      headers: {},
      text: async () => text,
      chunks: async function* () {},
    };
  }

  async close(): Promise<void> {}
}

let reviews: Reviews;
let clock: FakeClock;
let authorizer: Authorizer;

beforeEach(() => {
  reviews = new Reviews();
  clock = new FakeClock();
  authorizer = new Authorizer(createClient(reviews), clock);
});

describe('access to the metrics', () => {
  test.each([
    [undefined, 'unauthenticated'],
    ['', 'unauthenticated'],
    ['stranger', 'unauthenticated'],
    ['visitor', 'forbidden'],
    ['prometheus', 'allowed'],
  ])('a request with the token %s is %s', async (token, verdict) => {
    expect(await authorizer.authorize(token, '/metrics')).toBe(verdict);
    expect(clock.pending).toBe(0);
  });
});

test('asks the API server once a minute, however many scrapes arrive at the same time', async () => {
  await Promise.all([
    authorizer.authorize('prometheus', '/metrics'),
    authorizer.authorize('prometheus', '/metrics'),
  ]);
  await clock.advance(59_000);
  await authorizer.authorize('prometheus', '/metrics');
  expect(reviews.asked).toEqual(['tokenreviews', 'subjectaccessreviews']);

  await clock.advance(1_000);
  await authorizer.authorize('prometheus', '/metrics');
  expect(reviews.asked).toHaveLength(4);
});

test('asks again after the API server fails', async () => {
  reviews.broken = true;
  await expect(authorizer.authorize('prometheus', '/metrics')).rejects.toThrow('tokenreviews');
  reviews.broken = false;

  expect(await authorizer.authorize('prometheus', '/metrics')).toBe('allowed');
});

test('times out if the API server does not respond', async () => {
  reviews.answers = false;
  const verdict = authorizer.authorize('prometheus', '/metrics');
  verdict.catch(() => undefined);
  await clock.advance(10_000);

  await expect(verdict).rejects.toThrow('timed out');
});
