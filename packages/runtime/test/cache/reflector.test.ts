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

  /** Started, and through with its initial list at version 10. */
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

/** How a connection looks that is cut after it was established. */
function cut(): ConnectionError {
  return new ConnectionError('https://10.0.0.1', new Error('aborted'));
}

afterEach(async () => {
  await subject.reflector.stop();
  expect(subject.clock.pending).toBe(0);
  expect(subject.reflector.state).toBe('stopped');
});

describe('at the start', () => {
  test('all that exists arrives as a stream, and is handed on in one piece', async () => {
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
  ])('a server that answers %i to a streaming list is read page by page', async (code, reason, message) => {
    subject = await new Subject().start();
    subject.server.listAnswer = () => ({ items: [memcached('a', 5)], resourceVersion: '10' });
    subject.server.watch.fail(serverError(code, reason, message));
    await settle();

    expect(subject.seen).toEqual(['all at 10: a']);
    expect(subject.server.lists).toMatchObject([{ limit: 500 }]);
    expect(subject.server.watch.options).toMatchObject({ resourceVersion: '10' });
    expect(subject.server.watch.options.sendInitialEvents).toBeUndefined();
    expect(subject.log.text).toEqual([]);
  });

  test('a server that leaves a streaming list hanging is read page by page', async () => {
    subject = await new Subject().start();
    subject.server.watch.send('ADDED', memcached('a', 5));
    await subject.clock.advance(10_000);
    expect(subject.server.lists).toHaveLength(0);
    await subject.clock.advance(10_000);

    expect(subject.server.lists).toHaveLength(1);
  });
});

describe('while it watches', () => {
  test('a watch that ends is taken up where it ended, bookmarks included', async () => {
    subject = await new Subject().watching();
    subject.server.watch.send('MODIFIED', memcached('a', 12)).bookmark(20).end();
    await subject.clock.advance(999);
    expect(subject.server.watches, 'a short watch is not hurried after').toHaveLength(1);
    await subject.clock.advance(1);

    expect(subject.server.watches).toHaveLength(2);
    expect(subject.server.watch.options.resourceVersion).toBe('20');
    expect(subject.seen).toEqual(['all at 10: a', 'MODIFIED a']);
  });

  test('each watch has a time limit of its own between 240 and 290 seconds', async () => {
    subject = await new Subject().watching();

    expect(subject.server.watch.options.timeoutSeconds).toBe(265);
  });

  test('a connection that outlives its time limit by five seconds is dead, and replaced', async () => {
    subject = await new Subject().watching();
    await subject.clock.advance(269_999);
    expect(subject.server.watches).toHaveLength(1);
    await subject.clock.advance(1);

    expect(subject.server.watches).toHaveLength(2);
    expect(subject.server.watch.options.resourceVersion).toBe('10');
    expect(subject.log.text).toEqual([]);
  });

  test.each([20_000, 130_000])(
    'a quiet watch that is cut after %i ms of silence is resumed at once',
    async (idle) => {
      subject = await new Subject().watching();
      subject.server.watch.end();
      await subject.clock.advance(1_000);
      for (let cycle = 1; cycle <= 60; cycle += 1) {
        subject.server.watch.accept();
        await subject.clock.advance(idle);
        subject.server.watch.fail(cut());
        await settle();
        expect(subject.server.watches).toHaveLength(cycle + 2);
        expect(subject.reflector.silence).toBe(0);
      }

      expect(subject.reflector.problem).toBeUndefined();
      expect(subject.log.text).toEqual([]);
      expect(subject.seen).toEqual(['all at 10: a']);
    },
  );

  test('a version that the server forgot means to read everything again, at once and without a fuss', async () => {
    subject = await new Subject().watching();
    subject.server.watch.fail(expired());
    await settle();
    subject.server.watch.send('ADDED', memcached('b', 90)).bookmark(100, { endsInitialEvents: true });
    await settle();

    expect(subject.seen).toEqual(['all at 10: a', 'all at 100: b']);
    expect(subject.log.text).toEqual([]);
  });

  test('a server that forgets again and again is not asked without pause', async () => {
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
  test('it is asked again after 800 ms, twice as long each time, 30 s at most, each with its jitter', async () => {
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
    ['an accepted watch that lasts', () => subject.server.watch.accept()],
  ])('the waits start over after %s, so separate outages do not add up', async (_, recover) => {
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

  test('a watch that is accepted and cut at once, over and over, counts as a failure', async () => {
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

  test('a wait of a day, asked for by a broken proxy, is one of a minute', async () => {
    subject = await new Subject().watching();
    subject.server.watch.fail(serverError(503, 'ServiceUnavailable', 'maintenance', 86_400));
    await subject.clock.advance(60_000);

    expect(subject.server.watches).toHaveLength(2);
  });

  test('a watch is taken up again, and nothing is read twice', async () => {
    subject = await new Subject().watching();
    subject.server.watch.fail(serverError(500, 'InternalError', 'etcd is down'));
    await subject.clock.advance(1200);

    expect(subject.server.watch.options.resourceVersion).toBe('10');
  });

  test('its wish to be left alone for a while is respected', async () => {
    subject = await new Subject().watching();
    subject.server.watch.fail(serverError(429, 'TooManyRequests', 'slow down', 7));
    await subject.clock.advance(6999);
    expect(subject.server.watches).toHaveLength(1);
    await subject.clock.advance(1);

    expect(subject.server.watches).toHaveLength(2);
  });

  test('an outage is one line, and its end is another', async () => {
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

  test('a watch that ends at once, over and over, counts as a failure', async () => {
    subject = await new Subject().watching();
    subject.server.watch.end();
    await subject.clock.advance(1_000);
    subject.server.watch.end();
    await settle();

    expect(subject.reflector.problem?.message).toBe('the server closed the watch immediately');
    expect(subject.server.watches).toHaveLength(2);
  });

  test('a kind that is not installed is waited for', async () => {
    subject = await new Subject().start();
    absent();
    await settle();

    expect(subject.reflector.problem).toMatchObject({
      reason: 'NotFound',
      message: 'the server has no Memcached in cache.example.com/v1: is its CRD installed?',
    });
    // However long it takes, it is asked for every few seconds, and said once.
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

  test('a kind that is taken away and installed again is read anew', async () => {
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

  test('a permission that is missing is named, and asked for until it is there', async () => {
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

test('stopping ends the request and the wait, whichever there is', async () => {
  subject = await new Subject().watching();
  const { signal } = subject.server.watch.options;
  await subject.reflector.stop();

  expect(signal?.aborted).toBe(true);
});
