import { afterEach, describe, expect, test } from 'vitest';
import { createClient } from '../../src/client/create-client.ts';
import { done, type Request, requeueAfter, type Result, TerminalError } from '../../src/controller/result.ts';
import type { MapFunction } from '../../src/controller/sources.ts';
import { deferred } from '../../src/deferred.ts';
import { messageOf } from '../../src/failures.ts';
import { ConnectionError } from '../../src/transport/connection-error.ts';
import { ScriptedTransport } from '../client/scripted-transport.ts';
import { settle } from '../support/fake-clock.ts';
import { Memcached, memcached, Pool, pool } from '../support/objects.ts';
import { serverError } from '../support/scripted-server.ts';
import type { LogLine } from '../support/recording-logger.ts';
import { Subject } from './subject.ts';

let subject: Subject;

afterEach(async () => {
  await subject.controller?.stop();
  await subject.cache.stop();
  expect(subject.clock.pending).toBe(0);
});

describe('a reconcile runs', () => {
  test('for every existing object once the initial list is complete', async () => {
    subject = await new Subject().start([memcached('a', 1), memcached('b', 2)]);

    expect(subject.names).toEqual(['a', 'b']);
    expect(subject.runs[0]?.request).toEqual({ name: 'a', namespace: 'default' });
    expect(subject.causes).toEqual(['Memcached default/b added']);
  });

  test('when an object changes or is deleted', async () => {
    subject = await new Subject().start([memcached('a', 1)]);
    subject.watch(0).send('MODIFIED', memcached('a', 11, { size: 3 }));
    await settle();
    subject.watch(0).send('DELETED', memcached('a', 12));
    await settle();

    expect(subject.names).toEqual(['a', 'a', 'a']);
    expect(subject.causes).toEqual(['Memcached default/a deleted']);
  });

  test('for the owner when a controlled object changes or is deleted', async () => {
    subject = await new Subject().start([memcached('a', 1)], (builder) => builder.owns(Pool));
    subject.watch(1).send('ADDED', pool('p', 11, { name: 'a', uid: 'uid-of-a' }));
    await settle();
    expect(subject.causes).toEqual(['Pool default/p added']);
    subject.watch(1).send('DELETED', pool('p', 12, { name: 'a', uid: 'uid-of-a' }));
    await settle();

    expect(subject.names).toEqual(['a', 'a', 'a']);
  });

  test('once for an update that maps to the same object before and after', async () => {
    subject = await new Subject().start([memcached('a', 1)], (builder) =>
      builder.owns(Pool).watches(Pool, ({ spec }) => [{ name: `${spec.owner}-too`, namespace: 'default' }]),
    );
    subject.watch(1).send('ADDED', pool('p', 11, { name: 'a', uid: 'uid-of-a' }));
    await settle();
    subject.watch(1).send('MODIFIED', pool('p', 12, { name: 'a', uid: 'uid-of-a' }));
    await settle();

    expect(subject.names.slice(1)).toEqual(['a', 'a-too', 'a', 'a-too']);
  });

  test('for the old and the new owner of an object', async () => {
    const existing = [memcached('a', 1), memcached('b', 2)];
    subject = await new Subject().start(existing, (builder) => builder.owns(Pool));
    subject.watch(1).send('ADDED', pool('p', 11, { name: 'a', uid: 'uid-of-a' }));
    await settle();
    subject.watch(1).send('MODIFIED', pool('p', 12, { name: 'b', uid: 'uid-of-b' }));
    await settle();

    expect(subject.names.slice(3).toSorted()).toEqual(['a', 'b']);
  });

  test.each([
    ['of another uid', { name: 'a', uid: 'the a before' }, {}],
    ['of another group', { name: 'a', uid: 'uid-of-a' }, { apiVersion: 'other.example.com/v1' }],
    ['of another kind', { name: 'a', uid: 'uid-of-a' }, { kind: 'Redis' }],
    ['that is not the controller', { name: 'a', uid: 'uid-of-a' }, { controller: false }],
  ])('not for an owner %s', async (_, owner, reference) => {
    subject = await new Subject().start([memcached('a', 1)], (builder) => builder.owns(Pool));
    const child = pool('p', 11, owner);
    Object.assign(child.metadata.ownerReferences?.[0] ?? {}, reference);
    subject.watch(1).send('ADDED', child);
    await settle();

    expect(subject.names).toEqual(['a']);
  });

  test('for the objects that the map function returns', async () => {
    subject = await new Subject().start([], (builder) =>
      builder.watches(Pool, async ({ spec }) => [{ name: spec.owner, namespace: 'default' }]),
    );
    subject.watch(1).send('ADDED', pool('p', 11, { name: 'x', uid: 'u' }));
    await settle();

    expect(subject.names).toEqual(['x']);
  });

  test('for an object whose predicate throws, so that no change is lost', async () => {
    subject = await new Subject().start([], (builder) =>
      builder.owns(Pool, {
        predicates: [
          () => {
            throw new Error('no idea');
          },
        ],
      }),
    );
    subject.watch(1).send('ADDED', pool('p', 11, { name: 'x', uid: 'u' }));
    await settle();

    expect(subject.names).toEqual(['x']);
    expect(subject.log.text).toContain('error predicate failed; the event is treated as a match');
  });

  test.each<[string, MapFunction<Pool>]>([
    ['rejects', () => Promise.reject(new Error('no idea'))],
    [
      'throws',
      () => {
        throw new Error('no idea');
      },
    ],
    ['does not return a list', () => undefined as unknown as []],
    ['returns a list with undefined', () => [undefined as unknown as Request]],
  ])('for no object when the map function %s, which is logged', async (_, map) => {
    subject = await new Subject().start([], (builder) => builder.watches(Pool, map));
    subject.watch(1).send('ADDED', pool('p', 11, { name: 'x', uid: 'u' }));
    await settle();

    expect(subject.names).toEqual([]);
    expect(subject.log.text).toContain('error map function failed; no reconcile was queued for this event');
  });

  test('not for a change that a predicate rejects', async () => {
    subject = await new Subject().start([], (builder) => builder.owns(Pool, { predicates: [() => false] }));
    subject.watch(1).send('ADDED', pool('p', 11, { name: 'x', uid: 'u' }));
    await settle();

    expect(subject.names).toEqual([]);
  });

  test('for several objects concurrently if configured, but never concurrently for one object', async () => {
    subject = new Subject();
    const gate = deferred();
    subject.behaviour = async ({ request }) => {
      if (request.name === 'a') await gate.promise;
      return done;
    };
    await subject.start([memcached('a', 1), memcached('b', 2)], undefined, { concurrency: 2 });
    subject.watch(0).send('MODIFIED', memcached('a', 11, { size: 3 }));
    await settle();
    expect(subject.names).toEqual(['a', 'b']);
    gate.resolve();
    await settle();
    expect(subject.names).toEqual(['a', 'b', 'a']);
  });
});

describe('a reconcile that', () => {
  test('returns requeueAfter runs again after the delay', async () => {
    subject = new Subject();
    subject.behaviour = async () => requeueAfter('30s');
    await subject.start([memcached('a', 1)]);
    await subject.clock.advance(29_999);
    expect(subject.runs).toHaveLength(1);
    await subject.clock.advance(1);

    expect(subject.runs).toHaveLength(2);
    expect(subject.causes).toEqual(['requeue']);
  });

  test('throws is retried with backoff until it succeeds', async () => {
    subject = new Subject();
    subject.behaviour = async () => {
      if (subject.runs.length <= 3) throw new Error('database is away');
      return done;
    };
    await subject.start([memcached('a', 1)]);
    const times: number[] = [];
    for (let ms = 1; ms <= 100; ms += 1) {
      const before = subject.runs.length;
      await subject.clock.advance(1);
      if (subject.runs.length > before) times.push(ms);
    }

    expect(times).toEqual([5, 15, 35]);
    expect(subject.log.lines.find(({ message }) => message === 'reconcile failed')?.fields).toMatchObject({
      controller: 'memcached',
      controllerGroup: 'cache.example.com',
      controllerKind: 'Memcached',
      Memcached: { name: 'a', namespace: 'default' },
      name: 'a',
      namespace: 'default',
      reconcileID: expect.stringMatching(/^[\da-f-]{36}$/),
      causes: ['Memcached default/a added'],
    });
  });

  test('throws synchronously is retried', async () => {
    subject = new Subject();
    subject.behaviour = () => {
      throw new Error('not even a promise');
    };
    await subject.start([memcached('a', 1)]);
    await subject.clock.advance(5);

    expect(subject.runs).toHaveLength(2);
  });

  test('fails with a conflict is retried without an error in the log', async () => {
    subject = new Subject();
    subject.behaviour = async () => {
      if (subject.runs.length === 1) throw serverError(409, 'Conflict', 'the object has been modified');
      return done;
    };
    await subject.start([memcached('a', 1)]);
    await subject.clock.advance(5);

    expect(subject.runs).toHaveLength(2);
    expect(subject.log.text.filter((line) => line.startsWith('error'))).toEqual([]);
  });

  test('fails with Retry-After is retried after that delay', async () => {
    subject = new Subject();
    subject.behaviour = async () => {
      if (subject.runs.length > 1) return done;
      throw new AggregateError([new Error('away'), serverError(429, 'TooManyRequests', 'later', 45)]);
    };
    await subject.start([memcached('a', 1)]);
    await subject.clock.advance(44_000);
    expect(subject.runs).toHaveLength(1);
    await subject.clock.advance(1_000);

    expect(subject.runs).toHaveLength(2);
  });

  test('fails with a Retry-After of a day is retried after a minute', async () => {
    subject = new Subject();
    subject.behaviour = async () => {
      throw serverError(503, 'ServiceUnavailable', 'maintenance', 86_400);
    };
    await subject.start([memcached('a', 1)]);
    await subject.clock.advance(60_000);

    expect(subject.runs).toHaveLength(2);
  });

  test('throws a TerminalError is retried only after a change', async () => {
    subject = new Subject();
    subject.behaviour = async () => {
      throw new TerminalError('no such flavour');
    };
    await subject.start([memcached('a', 1)]);
    await subject.clock.advance(3_600_000);
    expect(subject.runs).toHaveLength(1);
    subject.server.watch.send('MODIFIED', memcached('a', 11, { size: 3 }));
    await settle();

    expect(subject.runs).toHaveLength(2);
  });

  const conflict = serverError(409, 'Conflict', 'the object has been modified');
  const forbidden = serverError(403, 'Forbidden', 'cannot list resource "pods" in API group ""');
  const terminal = new TerminalError('no such flavour');
  test.each([
    { of: 'only TerminalErrors', errors: [terminal, new AggregateError([terminal])], runs: 1 },
    { of: 'a TerminalError and a retriable error', errors: [terminal, conflict], runs: 2 },
    { of: 'only conflicts', errors: [conflict, conflict], runs: 2, says: [] },
    { of: 'a missing permission', errors: [forbidden, terminal], runs: 2, says: [forbidden.message] },
  ])('throws an AggregateError of $of runs $runs times', async ({ errors, runs, says }) => {
    const lines: string[] = [];
    subject = new Subject();
    subject.behaviour = async () => {
      if (subject.runs.length === 1) throw new AggregateError(errors, 'some failed');
      return done;
    };
    await subject.start([memcached('a', 1)]);
    await subject.clock.advance(1_000);

    expect(subject.runs).toHaveLength(runs);
    for (const { level, fields } of subject.log.lines)
      if (level === 'error') lines.push(messageOf(fields['error']));
    if (says === undefined) expect(lines).toHaveLength(1);
    else expect(lines).toEqual(says.map((message) => expect.stringContaining(message)));
  });

  test('returns undefined fails with a hint', async () => {
    subject = new Subject();
    subject.behaviour = async () => undefined as unknown as Result;
    await subject.start([memcached('a', 1)]);

    expect(
      subject.log.lines.find(({ message }) => message === 'reconcile failed')?.fields['error'],
    ).toMatchObject({
      message: 'the reconciler of memcached must return done, requeue or requeueAfter(…)',
    });
  });

  test('does not finish is reported at growing intervals, and its object stays locked', async () => {
    subject = new Subject();
    const gate = deferred();
    subject.behaviour = () => gate.promise.then(() => done);
    await subject.start([memcached('a', 1)], undefined, { stuckAfter: 60_000, concurrency: 2 });
    await subject.clock.advance(300_000);

    const reports = subject.log.lines.filter(({ message }) => message.startsWith('reconcile appears stuck'));
    expect(reports.map(({ fields }) => fields['runningFor'])).toEqual([60_000, 120_000, 240_000]);
    expect(subject.controller?.running).toEqual(['default/a']);
    gate.resolve();
  });

  test('does not finish on any worker is an error that metrics show until one finishes', async () => {
    subject = new Subject();
    const gate = deferred();
    subject.behaviour = () => gate.promise.then(() => done);
    const objects = ['a', 'b', 'c'].map((name, index) => memcached(name, index + 1));
    await subject.start(objects, undefined, { stuckAfter: 60_000, concurrency: 2 });
    const stuck = (): string | undefined =>
      /^opgen_stuck_reconciles\{controller="memcached"\} (\d+)$/m.exec(subject.metrics.text())?.[1];
    expect(stuck()).toBe('0');
    await subject.clock.advance(60_000);

    expect(stuck()).toBe('2');
    expect(subject.log.lines.find(({ level }) => level === 'error')).toMatchObject({
      message: 'all workers appear stuck; this controller reconciles nothing until one of them returns',
      fields: { workers: 2, runningFor: 60_000 },
    });
    gate.resolve();
    await settle();
    expect(stuck()).toBe('0');
    expect(subject.names).toEqual(['a', 'b', 'c']);
  });

  test.each<[string, () => unknown]>([
    ['undefined', () => undefined],
    ['an error that contains itself', () => cyclicError()],
    ['a proxy that throws on every access', () => unreadable()],
  ])('throws %s is logged and retried', async (_, thrown) => {
    subject = new Subject();
    subject.behaviour = async () => {
      if (subject.runs.length === 1) throw thrown();
      return done;
    };
    await subject.start([memcached('a', 1)]);
    await subject.clock.advance(1_000);

    expect(subject.runs).toHaveLength(2);
    expect(subject.log.text).toContain('error reconcile failed');
  });

  test('fails in an outage with hundreds of others is logged in a few lines', async () => {
    subject = new Subject();
    subject.behaviour = async () => {
      throw new ConnectionError('https://10.0.0.1', new Error('connect ECONNREFUSED'));
    };
    const objects = Array.from({ length: 300 }, (_, index) => memcached(`m-${index}`, index + 1));
    await subject.start(objects, undefined, { backoff: { base: 30_000, limit: 30_000 } });
    await subject.clock.advance(59_000);
    const failed = (): LogLine[] => subject.log.lines.filter(({ message }) => message === 'reconcile failed');
    expect(failed()).toHaveLength(600);
    const shown = failed().filter(({ level }) => level === 'error');
    expect(shown).toHaveLength(10);
    expect(shown[9]?.fields).toMatchObject({ note: expect.stringContaining('logged at debug level') });
    await subject.clock.advance(10_000);

    expect(failed().filter(({ level }) => level === 'error')[10]?.fields).toMatchObject({ suppressed: 590 });
  });

  test('requeues itself in a loop is reported', async () => {
    subject = new Subject();
    subject.behaviour = async () => (subject.runs.length < 20 ? requeueAfter('100ms') : done);
    await subject.start([memcached('a', 1)], undefined, { loopLimit: 10 });
    await subject.clock.advance(10_000);

    expect(subject.log.text.filter((line) => line.startsWith('warn reconcile loop suspected'))).toHaveLength(
      1,
    );
  });

  test('is undone by another program is reported with the last writers', async () => {
    subject = new Subject();
    const managedFields = [
      { manager: 'memcached-operator', operation: 'Apply' as const, time: '2026-01-01T00:00:00Z' },
      { manager: 'redis-operator', operation: 'Apply' as const, time: '2026-01-01T00:00:01Z' },
    ];
    const transport = new ScriptedTransport({ body: memcached('a', 1, { metadata: { managedFields } }) });
    subject.liveClient = createClient(transport);
    await subject.start([memcached('a', 1)], undefined, { loopLimit: 3 });
    for (let version = 11; version < 15; version += 1) {
      subject.watch(0).send('MODIFIED', memcached('a', version));
      await settle();
    }

    expect(subject.log.lines.find(({ level }) => level === 'warn')?.fields).toMatchObject({
      causes: ['Memcached default/a updated'],
      writers: [
        'Memcached default/a: redis-operator (Apply) 2026-01-01T00:00:01Z',
        'Memcached default/a: memcached-operator (Apply) 2026-01-01T00:00:00Z',
      ],
    });
    expect(transport.only.headers?.['accept']).toContain('PartialObjectMetadata');
  });
});

describe('stop', () => {
  test('waits for the running reconcile and starts no other', async () => {
    subject = new Subject();
    const gate = deferred();
    subject.behaviour = () => gate.promise.then(() => done);
    await subject.start([memcached('a', 1), memcached('b', 2)]);
    let stopped = false;
    const stop = subject.controller?.stop().then(() => (stopped = true));
    await settle();
    expect(stopped).toBe(false);
    gate.resolve();
    await stop;

    expect(subject.names).toEqual(['a']);
  });

  test('aborts the pending requests of its reconciles', async () => {
    const transport = new ScriptedTransport({ pieces: [], staysOpen: true }, {});
    const client = createClient(transport);
    subject = await new Subject().start();
    subject.behaviour = async () => {
      for await (const event of client.watch(Pool)) expect(event).toBeUndefined();
      return done;
    };
    subject.watch(0).send('ADDED', memcached('a', 11));
    await settle();
    subject.controller?.abort();
    await settle();

    expect(subject.log.text.at(-1)).toBe(
      'info reconcile canceled: the controller is stopping or lost leadership',
    );
    expect(subject.controller?.running).toEqual([]);
    await client.get(Memcached, { name: 'a', namespace: 'default' });
    expect(transport.requests.map(({ signal }) => signal?.aborted)).toEqual([true, undefined]);
  });

  test('aborts the signal of a running reconcile', async () => {
    subject = new Subject();
    subject.behaviour = ({ context: { signal } }) =>
      new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));
    await subject.start([memcached('a', 1)]);
    subject.controller?.abort();
    await subject.controller?.stop();

    expect(subject.controller?.running).toEqual([]);
  });
});

test('rejects a concurrency of 0', async () => {
  subject = new Subject();

  await expect(subject.start([], undefined, { concurrency: 0 })).rejects.toThrow(
    'concurrency must be an integer of at least 1',
  );
});

function cyclicError(): AggregateError {
  const error = new AggregateError([], 'all failed');
  error.errors.push(error);
  return error;
}

function trap(): never {
  throw new Error('not for you');
}

function unreadable(): object {
  return new Proxy({}, { get: trap, getPrototypeOf: trap, has: trap, ownKeys: trap });
}
