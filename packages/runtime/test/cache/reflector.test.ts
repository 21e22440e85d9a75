import { afterEach, describe, expect, test } from 'vitest';
import { Reflector } from '../../src/cache/reflector.ts';
import { errorFrom } from '../../src/client/error-from.ts';
import { ConnectionError } from '../../src/transport/connection-error.ts';
import { FakeClock, settle } from '../support/fake-clock.ts';
import { Memcached, memcached } from '../support/objects.ts';
import { RecordingLogger } from '../support/recording-logger.ts';
import { expired, forbidden, ScriptedServer, serverError } from '../support/scripted-server.ts';

class Subject {
  readonly clock = new FakeClock();
  readonly server = new ScriptedServer();
  readonly log = new RecordingLogger();
  readonly seen: string[] = [];
  readonly reflector = new Reflector({
    kind: Memcached,
    client: this.server.client,
    clock: this.clock,
    random: () => 0.5,
    log: this.log,
    sink: {
      take: (object) => object,
      replace: async (items, version) => {
        this.seen.push(`all at ${version}: ${items.map(({ metadata }) => metadata.name).join(' ')}`);
      },
      receive: ({ type, object }) => this.seen.push(`${type} ${object.metadata.name}`),
    },
  });

  async start(): Promise<this> {
    this.reflector.start();
    await settle();
    return this;
  }

  /** Starts the reflector and completes its initial list at version 10. */
  async watching(): Promise<this> {
    await this.start();
    this.server.watch.send('ADDED', memcached('a', 5)).bookmark(10, { endsInitialEvents: true });
    await settle();
    return this;
  }
}

let subject: Subject;

function absent(): void {
  subject.server.watch.fail(errorFrom(404, '404 page not found', { method: 'GET', path: '/apis/…' }));
}

/** The error of a connection that is cut after it was established. */
function cut(): ConnectionError {
  return new ConnectionError('https://10.0.0.1', new Error('aborted'));
}

afterEach(async () => {
  await subject.reflector.stop();
  expect(subject.clock.pending).toBe(0);
  expect(subject.reflector.state).toBe('stopped');
});

describe('on start', () => {
  test('receives the initial list as a stream and delivers it at once', async () => {
    subject = await new Subject().start();
    expect(subject.server.watch.options).toMatchObject({
      sendInitialEvents: true,
      allowWatchBookmarks: true,
    });
    subject.server.watch.send('ADDED', memcached('a', 5)).send('ADDED', memcached('b', 6)).bookmark(6);
    await settle();
    expect(subject.seen).toEqual([]);
    subject.server.watch.bookmark(10, { endsInitialEvents: true }).send('MODIFIED', memcached('a', 11));
    await settle();

    expect(subject.seen).toEqual(['all at 10: a b', 'MODIFIED a']);
    expect(subject.server.watches).toHaveLength(1);
    expect(subject.reflector.state).toBe('watching');
  });

  test.each([
    [422, 'Invalid', 'sendInitialEvents is forbidden for watch unless the WatchList feature gate is enabled'],
    [400, 'BadRequest', 'unknown query parameter'],
  ])(
    'falls back to a paged list when the server answers %i to a streaming list',
    async (code, reason, message) => {
      subject = await new Subject().start();
      subject.server.listAnswer = () => ({ items: [memcached('a', 5)], resourceVersion: '10' });
      subject.server.watch.fail(serverError(code, reason, message));
      await settle();

      expect(subject.seen).toEqual(['all at 10: a']);
      expect(subject.server.lists).toMatchObject([{ limit: 500 }]);
      expect(subject.server.watch.options).toMatchObject({ resourceVersion: '10' });
      expect(subject.server.watch.options.sendInitialEvents).toBeUndefined();
      expect(subject.log.text).toEqual([]);
    },
  );

  test('falls back to a paged list when a streaming list stalls', async () => {
    subject = await new Subject().start();
    subject.server.watch.send('ADDED', memcached('a', 5));
    await subject.clock.advance(10_000);
    expect(subject.server.lists).toHaveLength(0);
    await subject.clock.advance(10_000);

    expect(subject.server.lists).toHaveLength(1);
  });
});

describe('while watching', () => {
  test('resumes an ended watch from the last event or bookmark', async () => {
    subject = await new Subject().watching();
    subject.server.watch.send('MODIFIED', memcached('a', 12)).bookmark(20).end();
    await subject.clock.advance(999);
    expect(subject.server.watches, 'a short watch is not hurried after').toHaveLength(1);
    await subject.clock.advance(1);

    expect(subject.server.watches).toHaveLength(2);
    expect(subject.server.watch.options.resourceVersion).toBe('20');
    expect(subject.seen).toEqual(['all at 10: a', 'MODIFIED a']);
  });

  test('limits each watch to a random time between 240 and 290 seconds', async () => {
    subject = await new Subject().watching();

    expect(subject.server.watch.options.timeoutSeconds).toBe(265);
  });

  test('replaces a connection that exceeds its time limit by five seconds', async () => {
    subject = await new Subject().watching();
    await subject.clock.advance(269_999);
    expect(subject.server.watches).toHaveLength(1);
    await subject.clock.advance(1);

    expect(subject.server.watches).toHaveLength(2);
    expect(subject.server.watch.options.resourceVersion).toBe('10');
    expect(subject.log.text).toEqual([]);
  });

  test.each([20_000, 130_000])('resumes an idle watch that is cut after %i ms immediately', async (idle) => {
    subject = await new Subject().watching();
    subject.server.watch.end();
    await subject.clock.advance(1_000);
    for (let cycle = 1; cycle <= 60; cycle += 1) {
      subject.server.watch.accept();
      await subject.clock.advance(idle);
      subject.server.watch.fail(cut());
      await settle();
      expect(subject.server.watches).toHaveLength(cycle + 2);
      expect(subject.reflector.idleTime).toBe(0);
    }

    expect(subject.reflector.problem).toBeUndefined();
    expect(subject.log.text).toEqual([]);
    expect(subject.seen).toEqual(['all at 10: a']);
  });

  test('relists after 410 Gone, immediately and without logging', async () => {
    subject = await new Subject().watching();
    subject.server.watch.fail(expired());
    await settle();
    subject.server.watch.send('ADDED', memcached('b', 90)).bookmark(100, { endsInitialEvents: true });
    await settle();

    expect(subject.seen).toEqual(['all at 10: a', 'all at 100: b']);
    expect(subject.log.text).toEqual([]);
  });

  test('backs off after repeated 410 Gone', async () => {
    subject = await new Subject().watching();
    subject.server.watch.fail(expired());
    await settle();
    subject.server.watch.fail(expired());
    await settle();
    expect(subject.server.watches).toHaveLength(2);
    await subject.clock.advance(2400);

    expect(subject.server.watches).toHaveLength(3);
  });
});

describe('when the server fails', () => {
  test('retries after 800 ms and doubles the delay up to 30 s, with jitter', async () => {
    subject = await new Subject().start();
    const waits: number[] = [];
    for (let failure = 0; failure < 8; failure += 1) {
      const before = subject.clock.delays.length;
      subject.server.watch.fail(new Error('socket hang up'));
      await settle();
      const [wait = 0] = subject.clock.delays.slice(before);
      waits.push(wait);
      await subject.clock.advance(wait);
    }

    expect(waits).toEqual([800, 1600, 3200, 6400, 12_800, 25_600, 30_000, 30_000].map((wait) => wait * 1.5));
  });

  test.each([
    ['an event', () => subject.server.watch.bookmark(20)],
    ['an accepted watch that stays open', () => subject.server.watch.accept()],
  ])('resets the backoff after %s', async (_, recover) => {
    subject = await new Subject().watching();
    for (let outage = 0; outage < 5; outage += 1) {
      const before = subject.clock.delays.length;
      subject.server.watch.fail(serverError(500, 'InternalError', 'etcd is down'));
      await settle();
      expect(subject.clock.delays.slice(before)).toEqual([1200]);
      await subject.clock.advance(1200);
      recover();
      await subject.clock.advance(1000);
      expect(subject.reflector.problem).toBeUndefined();
    }
  });

  test('backs off when watches are repeatedly accepted and cut immediately', async () => {
    subject = await new Subject().watching();
    subject.server.watch.end();
    await subject.clock.advance(1_000);
    const waits: number[] = [];
    for (let failure = 0; failure < 4; failure += 1) {
      subject.server.watch.accept();
      await settle();
      const before = subject.clock.delays.length;
      subject.server.watch.fail(cut());
      await settle();
      const [wait = 0] = subject.clock.delays.slice(before);
      waits.push(wait);
      await subject.clock.advance(wait);
    }

    expect(waits).toEqual([1200, 2400, 4800, 9600]);
    expect(subject.log.text).toEqual(['warn watch failed; retrying with backoff']);
  });

  test('limits a Retry-After of a day to a minute', async () => {
    subject = await new Subject().watching();
    subject.server.watch.fail(serverError(503, 'ServiceUnavailable', 'maintenance', 86_400));
    await subject.clock.advance(60_000);

    expect(subject.server.watches).toHaveLength(2);
  });

  test('resumes the watch without a relist', async () => {
    subject = await new Subject().watching();
    subject.server.watch.fail(serverError(500, 'InternalError', 'etcd is down'));
    await subject.clock.advance(1200);

    expect(subject.server.watch.options.resourceVersion).toBe('10');
  });

  test('honors Retry-After', async () => {
    subject = await new Subject().watching();
    subject.server.watch.fail(serverError(429, 'TooManyRequests', 'slow down', 7));
    await subject.clock.advance(6999);
    expect(subject.server.watches).toHaveLength(1);
    await subject.clock.advance(1);

    expect(subject.server.watches).toHaveLength(2);
  });

  test('logs an outage once and its end once', async () => {
    subject = await new Subject().watching();
    for (let failure = 0; failure < 5; failure += 1) {
      subject.server.watch.fail(new Error('connect ECONNREFUSED'));
      await subject.clock.advance(60_000);
    }
    expect(subject.reflector.problem).toMatchObject({
      reason: 'Disconnected',
      message: 'connect ECONNREFUSED',
    });
    subject.server.watch.bookmark(20);
    await settle();

    expect(subject.reflector.problem).toBeUndefined();
    expect(subject.log.text).toEqual(['warn watch failed; retrying with backoff', 'info watch recovered']);
  });

  test('backs off when watches repeatedly end immediately', async () => {
    subject = await new Subject().watching();
    subject.server.watch.end();
    await subject.clock.advance(1_000);
    subject.server.watch.end();
    await settle();

    expect(subject.reflector.problem?.message).toBe('the server closed the watch immediately');
    expect(subject.server.watches).toHaveLength(2);
  });

  test('waits until the kind is installed', async () => {
    subject = await new Subject().start();
    absent();
    await settle();

    expect(subject.reflector.problem).toMatchObject({
      reason: 'NotFound',
      message: 'the server has no Memcached in cache.example.com/v1: is its CRD installed?',
    });
    // Retries every few seconds and logs only once.
    for (let asked = 2; asked <= 20; asked += 1) {
      await subject.clock.advance(3_000);
      expect(subject.server.watches).toHaveLength(asked);
      absent();
      await settle();
    }
    expect(subject.log.text).toEqual(['warn no such kind; waiting for its CRD to be installed']);

    await subject.clock.advance(3_000);
    subject.server.watch.send('ADDED', memcached('a', 5)).bookmark(10, { endsInitialEvents: true });
    await settle();
    expect(subject.seen).toEqual(['all at 10: a']);
    expect(subject.reflector.problem).toBeUndefined();
  });

  test('relists a kind that was removed and installed again', async () => {
    subject = await new Subject().watching();
    subject.server.watch.send('DELETED', memcached('a', 11)).end();
    await subject.clock.advance(1_000);
    absent();
    await subject.clock.advance(3_000);

    expect(subject.server.watch.options).toMatchObject({ sendInitialEvents: true });
    subject.server.watch.send('ADDED', memcached('b', 21)).bookmark(22, { endsInitialEvents: true });
    await settle();
    expect(subject.seen).toEqual(['all at 10: a', 'DELETED a', 'all at 22: b']);
  });

  test('reports a missing permission and retries until it is granted', async () => {
    subject = await new Subject().start();
    subject.server.watch.fail(forbidden());
    await settle();
    const marker = '// +rbac:groups=cache.example.com,resources=memcacheds,verbs=get;list;watch';
    expect(subject.reflector.problem).toMatchObject({ reason: 'Forbidden' });
    expect(subject.reflector.problem?.message).toContain(marker);
    expect(subject.log.text).toEqual(['error watch forbidden; retrying with backoff']);

    await subject.clock.advance(1200);
    subject.server.watch.bookmark(10, { endsInitialEvents: true });
    await settle();
    expect(subject.reflector.problem).toBeUndefined();
    expect(subject.reflector.state).toBe('watching');
  });
});

test('stop aborts the pending request or delay', async () => {
  subject = await new Subject().watching();
  const { signal } = subject.server.watch.options;
  await subject.reflector.stop();

  expect(signal?.aborted).toBe(true);
});
