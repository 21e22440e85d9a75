import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createClient } from '../../src/client/create-client.ts';
import type { EventRecorder } from '../../src/events/event-recorder.ts';
import { Events } from '../../src/events/events.ts';
import type { Event } from '../../src/kinds/events/v1.ts';
import type { Transport, TransportRequest } from '../../src/transport/transport.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { memcached } from '../support/objects.ts';
import { RecordingLogger } from '../support/recording-logger.ts';

const minute = 60_000;

interface Sent {
  method: string;
  path: string;
  body: Event;
}

/** Accepts events, or fails or hangs as the test requires. */
class EventServer implements Transport {
  readonly sent: Sent[] = [];
  /** The failures of the next responses; success when there are none. */
  readonly failures: [code: number, reason: string, message?: string][] = [];
  silent = false;

  async request({ method, path, body = '{}', signal }: TransportRequest): ReturnType<Transport['request']> {
    if (this.silent)
      await new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
    const [code, reason, message = reason] = this.failures.shift() ?? [];
    const sent = { method, path: path.split('?', 1)[0]!, body: JSON.parse(body) as Event };
    if (code === undefined) this.sent.push(sent);
    const text = code === undefined ? body : JSON.stringify({ kind: 'Status', code, reason, message });
    return { status: code ?? 201, headers: {}, text: async () => text, chunks: async function* () {} };
  }

  async close(): Promise<void> {}

  get notes(): unknown[] {
    return this.sent.flatMap(({ method, body }) => (method === 'POST' ? [body.note] : []));
  }

  get counts(): unknown[] {
    return this.sent.map(({ method, body }) => `${method} ${body.series?.count ?? 1}`);
  }
}

let server: EventServer;
let clock: FakeClock;
let log: RecordingLogger;
let events: Events;
let recorder: EventRecorder;
const web = memcached('web', 1);

beforeEach(async () => {
  server = new EventServer();
  clock = new FakeClock();
  log = new RecordingLogger();
  events = new Events({ client: createClient(server), clock, log, instance: 'memcached-operator-0' });
  recorder = events.recorder('memcached-controller');
  await events.start();
});

afterEach(async () => {
  await events.stop();
  expect(clock.pending).toBe(0);
});

test('sends an event with the object, reason, action, note and reporter', async () => {
  recorder.warning(web, 'ScalingFailed', 'no quota', { action: 'Scale', related: memcached('other', 1) });
  await clock.advance(0);

  expect(server.sent).toHaveLength(1);
  expect(server.sent[0]).toMatchObject({
    method: 'POST',
    path: '/apis/events.k8s.io/v1/namespaces/default/events',
    body: {
      apiVersion: 'events.k8s.io/v1',
      kind: 'Event',
      metadata: { namespace: 'default', name: expect.stringMatching(/^web\.[0-9a-f]+$/) },
      type: 'Warning',
      reason: 'ScalingFailed',
      action: 'Scale',
      note: 'no quota',
      eventTime: '2026-01-01T00:00:00.000000Z',
      reportingController: 'memcached-controller',
      reportingInstance: 'memcached-operator-0',
      regarding: { apiVersion: 'cache.example.com/v1', kind: 'Memcached', namespace: 'default', name: 'web' },
      related: { name: 'other' },
    },
  });
});

test('sends an event of an object without a namespace to the namespace default', async () => {
  const { namespace: _, ...metadata } = web.metadata;
  recorder.normal({ ...web, metadata }, 'Created', 'made it');
  await clock.advance(0);

  expect(server.sent[0]?.path).toBe('/apis/events.k8s.io/v1/namespaces/default/events');
  expect(server.sent[0]?.body.regarding).not.toHaveProperty('namespace');
});

test('truncates a note to 1024 bytes without splitting a character', async () => {
  recorder.normal(web, 'Created', 'ü'.repeat(600));
  await clock.advance(0);

  const note = server.sent[0]?.body.note ?? '';
  expect(Buffer.byteLength(note)).toBeLessThanOrEqual(1024);
  expect(note).toBe(`${'ü'.repeat(510)}…`);
});

test('derives a valid event name from any object name', async () => {
  recorder.normal(memcached(`system:${'x'.repeat(240)}`, 1), 'Created', 'made it');
  await clock.advance(0);

  const name = server.sent[0]?.body.metadata.name ?? '';
  expect(name).toMatch(/^system-x+\.[0-9a-f]+$/);
  expect(name.length).toBeLessThanOrEqual(253);
});

test('gives concurrent events different names', async () => {
  recorder.normal(web, 'Created', 'made one');
  recorder.normal(web, 'Created', 'made another');
  await clock.advance(0);

  const names = server.sent.map(({ body }) => body.metadata.name);
  expect(new Set(names).size).toBe(2);
});

describe('a repeated event', () => {
  test('within six minutes updates the series count: at once the second time, then once a minute', async () => {
    recorder.normal(web, 'Resized', 'to 3');
    await clock.advance(0);
    for (let again = 0; again < 30; again += 1) {
      recorder.normal(web, 'Resized', 'to 3');
      await clock.advance(1_000);
    }
    expect(server.counts).toEqual(['POST 1', 'PATCH 2']);
    await clock.advance(minute);

    expect(server.counts).toEqual(['POST 1', 'PATCH 2', 'PATCH 31']);
    expect(server.sent[2]?.path).toContain(`/events/${server.sent[0]?.body.metadata.name}`);
    expect(server.sent[2]?.body).toEqual({
      series: { count: 31, lastObservedTime: '2026-01-01T00:00:29.000000Z' },
    });
  });

  test('after six minutes is a new event', async () => {
    recorder.normal(web, 'Resized', 'to 3');
    await clock.advance(6 * minute);
    recorder.normal(web, 'Resized', 'to 3');
    await clock.advance(0);

    expect(server.counts).toEqual(['POST 1', 'POST 1']);
  });

  test.each([
    ['another object', () => recorder.normal(memcached('other', 1), 'Resized', 'to 3')],
    ['another reason', () => recorder.normal(web, 'Restarted', 'to 3')],
    ['another note', () => recorder.normal(web, 'Resized', 'to 4')],
    ['another type', () => recorder.warning(web, 'Resized', 'to 3')],
    ['another action', () => recorder.normal(web, 'Resized', 'to 3', { action: 'Repair' })],
    ['another recorder', () => events.recorder('other').normal(web, 'Resized', 'to 3')],
    [
      'a recreated object',
      () => recorder.normal(memcached('web', 1, { metadata: { uid: 'new' } }), 'Resized', 'to 3'),
    ],
  ])('with %s is a new event', async (_, record) => {
    recorder.normal(web, 'Resized', 'to 3');
    record();
    await clock.advance(0);

    expect(server.counts).toEqual(['POST 1', 'POST 1']);
  });

  test('is sent as one event with a count after an outage', async () => {
    server.failures.push([503, 'ServiceUnavailable']);
    for (let again = 0; again < 50; again += 1) recorder.normal(web, 'Resized', 'to 3');
    await clock.advance(1_000);

    expect(server.counts).toEqual(['POST 50']);
  });

  test('is created again if the server has deleted the first', async () => {
    recorder.normal(web, 'Resized', 'to 3');
    await clock.advance(0);
    server.failures.push([404, 'NotFound']);
    recorder.normal(web, 'Resized', 'to 3');
    await clock.advance(0);

    expect(server.counts).toEqual(['POST 1', 'POST 2']);
  });

  test('updates the count of the existing event after a lost response', async () => {
    server.failures.push([500, 'InternalError'], [409, 'AlreadyExists']);
    recorder.normal(web, 'Resized', 'to 3');
    recorder.normal(web, 'Resized', 'to 3');
    await clock.advance(1_000);

    expect(server.counts).toEqual(['PATCH 2']);
  });
});

describe('rate limits', () => {
  test('combine notes with the same reason into one event from the eleventh note on', async () => {
    for (let size = 0; size < 500; size += 1) recorder.normal(web, 'Resized', `to ${size}`);
    await clock.advance(2 * minute);

    expect(server.notes).toHaveLength(11);
    expect(server.notes.at(-1)).toBe('(combined from similar events): to 10');
    expect(server.sent.at(-1)?.body.series?.count).toBe(490);
  });

  test('allow 25 events at once per object, and one more every five minutes', async () => {
    for (let round = 0; round < 100; round += 1) recorder.normal(web, `Reason${round}`, 'again');
    await clock.advance(0);
    expect(server.notes).toHaveLength(25);

    await clock.advance(5 * minute);
    recorder.normal(web, 'OneMore', 'again');
    recorder.normal(web, 'OneTooMany', 'again');
    await clock.advance(0);
    expect(server.notes).toHaveLength(26);
  });

  test('apply to each object separately', async () => {
    for (let round = 0; round < 100; round += 1) recorder.normal(web, `Reason${round}`, 'again');
    recorder.normal(memcached('other', 1), 'Created', 'made it');
    await clock.advance(0);

    expect(server.notes.at(-1)).toBe('made it');
  });
});

describe('failures', () => {
  test('retries with backoff while the server is unavailable', async () => {
    server.failures.push([500, 'InternalError'], [429, 'TooManyRequests'], [503, 'ServiceUnavailable']);
    recorder.normal(web, 'Created', 'made it');
    await clock.advance(1_000 + 2_000 + 3_999);
    expect(server.sent).toEqual([]);

    await clock.advance(1);
    expect(server.sent).toHaveLength(1);
  });

  test('logs a missing permission once, with the marker to add', async () => {
    const message =
      'events.events.k8s.io is forbidden: User "operator" cannot create resource "events" in API group "events.k8s.io" in the namespace "default"';
    server.failures.push([403, 'Forbidden', message], [403, 'Forbidden', message]);
    recorder.normal(web, 'Created', 'made it');
    recorder.normal(web, 'Resized', 'to 3');
    await clock.advance(minute);

    expect(log.text).toEqual([
      'warn recording events is forbidden: add the marker // +rbac:groups=events.k8s.io,resources=events,verbs=create;patch',
    ]);
  });

  test('ignores the rejection of an event in a terminating namespace', async () => {
    const message =
      'events "web.1" is forbidden: unable to create new content in namespace default because it is being terminated';
    server.failures.push([403, 'Forbidden', message]);
    recorder.normal(web, 'Created', 'made it');
    await clock.advance(minute);

    expect(log.text).toEqual([]);
    expect(server.sent).toEqual([]);
  });

  test('times out and retries after ten seconds if the server does not respond', async () => {
    server.silent = true;
    recorder.normal(web, 'Created', 'made it');
    await clock.advance(10_000);
    server.silent = false;
    await clock.advance(1_000);

    expect(server.notes).toEqual(['made it']);
  });

  test('rejects an invalid reporter name', () => {
    expect(() => events.recorder('memcached controller')).toThrow('invalid event reporter name');
  });
});

describe('stop', () => {
  test('sends pending events and counts', async () => {
    for (let again = 0; again < 5; again += 1) recorder.normal(web, 'Resized', 'to 3');
    await clock.advance(0);
    recorder.normal(web, 'Resized', 'to 3');
    recorder.normal(web, 'Deleted', 'bye');
    await events.stop();

    expect(server.counts).toEqual(['POST 5', 'POST 1', 'PATCH 6']);
  });

  test.each<[string, () => unknown]>([
    ['for more than three seconds', () => clock.advance(3_000)],
    ['after abort', () => events.abort()],
  ])('does not wait for an unresponsive server %s', async (_, pass) => {
    server.silent = true;
    recorder.normal(web, 'Created', 'made it');
    const stopped = events.stop();
    await clock.advance(0);
    await pass();
    await stopped;

    expect(server.sent).toEqual([]);
  });
});
