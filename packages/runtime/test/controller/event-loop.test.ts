import { afterEach, describe, expect, test } from 'vitest';
import { done } from '../../src/controller/result.ts';
import { settle } from '../support/fake-clock.ts';
import { memcached } from '../support/objects.ts';
import { Subject } from './subject.ts';

let subject: Subject;

afterEach(async () => {
  await subject.controller?.stop();
  await subject.cache.stop();
  expect(subject.clock.pending).toBe(0);
});

const hundred = Array.from({ length: 100 }, (_, index) => memcached(`m-${index}`, index + 1));

describe('reconciles without asynchronous work', () => {
  test.each([1, 5])(
    'yield to the event loop every ten milliseconds with concurrency %i',
    async (concurrency) => {
      subject = new Subject();
      subject.behaviour = async () => {
        subject.clock.block(1);
        return done;
      };
      const seen = [0];
      let turning = true;
      const turn = (): void => {
        seen.push(subject.runs.length);
        if (turning) setImmediate(turn);
      };
      turn();
      await subject.start(hundred, undefined, { concurrency });
      while (subject.runs.length < hundred.length) await settle();
      turning = false;

      const betweenTurns = seen.map((runs, index) => runs - (seen[index - 1] ?? 0));
      expect(Math.max(...betweenTurns)).toBeLessThanOrEqual(10 + concurrency);
    },
  );

  test('end when the controller stops, even if many objects are queued', async () => {
    subject = new Subject();
    subject.behaviour = async () => {
      subject.clock.block(1);
      return done;
    };
    setImmediate(() => void subject.controller?.stop());
    await subject.start(hundred);
    await subject.controller?.stop();

    expect(subject.runs.length).toBeLessThan(hundred.length);
  });
});

describe('a reconcile that blocks the event loop', () => {
  const warning = 'warn reconcile blocked the event loop: probes, signals and lease renewals were delayed';

  test('is reported with its controller and object, once a minute', async () => {
    subject = new Subject();
    subject.behaviour = async ({ request }) => {
      subject.clock.block(request.name === 'b' ? 3_000 : 1);
      return done;
    };
    await subject.start([memcached('a', 1), memcached('b', 2), memcached('c', 3)]);
    await subject.clock.advance(500);
    subject.watch(0).send('MODIFIED', memcached('b', 11));
    await subject.clock.advance(500);

    expect(subject.log.text.filter((line) => line === warning)).toHaveLength(1);
    expect(subject.log.lines.find(({ level }) => level === 'warn')?.fields).toMatchObject({
      controller: 'memcached',
      object: 'default/b',
    });
    await subject.clock.advance(60_000);
    subject.watch(0).send('MODIFIED', memcached('b', 12));
    await subject.clock.advance(500);
    expect(subject.log.text.filter((line) => line === warning)).toHaveLength(2);
  });

  test('is the only one that is named, even if others wait longer', async () => {
    subject = new Subject();
    subject.behaviour = ({ request }) => {
      if (request.name === 'b') subject.clock.block(3_000);
      return new Promise((resolve) => subject.clock.schedule(5_000, () => resolve(done)));
    };
    await subject.start([memcached('a', 1), memcached('b', 2)], undefined, { concurrency: 2 });
    await subject.clock.advance(10_000);

    const warnings = subject.log.lines.filter(({ level }) => level === 'warn');
    expect(warnings.map(({ fields }) => fields)).toMatchObject([{ object: 'default/b', blockedFor: 3_000 }]);
  });

  test('is one of several that may be the cause if it blocks after it has waited', async () => {
    subject = new Subject();
    const waited = (): Promise<void> =>
      new Promise((resolve) => subject.clock.schedule(2_000, () => resolve()));
    subject.behaviour = async ({ request }) => {
      await waited();
      if (request.name === 'a') subject.clock.block(1_700);
      await waited();
      return done;
    };
    await subject.start([memcached('a', 1), memcached('b', 2)], undefined, { concurrency: 2 });
    await subject.clock.advance(10_000);

    const warnings = subject.log.lines.filter(({ level }) => level === 'warn');
    expect(warnings).toMatchObject([
      {
        message: 'event loop blocked during reconciles: probes, signals and lease renewals were delayed',
        fields: { running: ['memcached default/a', 'memcached default/b'] },
      },
    ]);
  });

  test('is not reported if it only waits', async () => {
    subject = new Subject();
    subject.behaviour = () => new Promise((resolve) => subject.clock.schedule(10_000, () => resolve(done)));
    await subject.start([memcached('a', 1)]);
    await subject.clock.advance(20_000);

    expect(subject.log.text).not.toContain(warning);
  });
});
