import { describe, expect, test } from 'vitest';
import { causeLimit } from '../../src/queue/cause.ts';
import { type Work, WorkQueue } from '../../src/queue/work-queue.ts';
import { FakeClock, settle } from '../support/fake-clock.ts';

function newQueue(): { queue: WorkQueue; clock: FakeClock } {
  const clock = new FakeClock();
  return { queue: new WorkQueue({ clock }), clock };
}

/** The next key that the queue hands out, or undefined if none is ready. */
async function takeNow(queue: WorkQueue): Promise<Work | undefined> {
  return queue.depth === 0 ? undefined : queue.take();
}

async function takeAll(queue: WorkQueue): Promise<string[]> {
  const keys: string[] = [];
  for (let work = await takeNow(queue); work !== undefined; work = await takeNow(queue)) {
    keys.push(work.key);
    queue.done(work.key);
  }
  return keys;
}

describe('adding a key', () => {
  test('hands out keys in order, each once', async () => {
    const { queue } = newQueue();
    for (const key of ['a', 'b', 'a', 'c', 'b']) queue.add(key);

    expect(await takeAll(queue)).toEqual(['a', 'b', 'c']);
  });

  test('wakes a waiting worker', async () => {
    const { queue } = newQueue();
    const waiting = queue.take();
    queue.add('a', { event: 'added', kind: 'Memcached', object: { name: 'a' } });

    expect(await waiting).toMatchObject({ key: 'a', causes: [{ event: 'added' }] });
  });

  test('hands out a key added during its own processing once more, after it is done', async () => {
    const { queue } = newQueue();
    queue.add('a');
    await queue.take();
    queue.add('a');
    queue.add('a');

    expect(queue.depth).toBe(0);
    queue.done('a');
    expect(await takeAll(queue)).toEqual(['a']);
  });

  test('merges and deduplicates causes, up to the limit', async () => {
    const { queue } = newQueue();
    for (let round = 0; round < 2; round += 1) {
      for (let index = 0; index < 50; index += 1) {
        queue.add('a', {
          event: 'updated',
          kind: 'Pod',
          object: { name: `web-${index % (causeLimit + 4)}` },
        });
      }
    }
    const work = await queue.take();

    expect(new Set(work?.causes.map((cause) => cause.object?.name)).size).toBe(causeLimit);
  });

  test('rejects a second done() for the same key', async () => {
    const { queue } = newQueue();
    queue.add('a');
    await queue.take();
    queue.done('a');

    expect(() => queue.done('a')).toThrow('done was called for a');
  });
});

describe('delays', () => {
  test('hold a key back until it is due, with one timer for all keys', async () => {
    const { queue, clock } = newQueue();
    queue.addAfter('late', 2000);
    queue.addAfter('soon', 1000);
    queue.addAfter('middle', 1500);

    expect(clock.pending).toBe(1);
    await clock.advance(999);
    expect(queue.depth).toBe(0);
    await clock.advance(1);
    expect(await takeAll(queue)).toEqual(['soon']);
    await clock.advance(1000);
    expect(await takeAll(queue)).toEqual(['middle', 'late']);
    expect(clock.pending).toBe(0);
  });

  test('keep the earlier of two times', async () => {
    const { queue, clock } = newQueue();
    queue.addAfter('a', 1000);
    queue.addAfter('a', 5000);
    queue.addAfter('b', 5000);
    queue.addAfter('b', 1000);
    await clock.advance(1000);

    expect((await takeAll(queue)).toSorted()).toEqual(['a', 'b']);
    expect(queue.delayed).toBe(0);
  });

  test('are cancelled when the key is added without a delay', async () => {
    const { queue, clock } = newQueue();
    queue.addAfter('a', 1000);
    queue.add('a');

    expect(await takeAll(queue)).toEqual(['a']);
    await clock.advance(5000);
    expect(queue.depth).toBe(0);
  });

  test('that expire while the key is processed wait until it is done', async () => {
    const { queue, clock } = newQueue();
    queue.add('a');
    await queue.take();
    queue.addAfter('a', 10);
    await clock.advance(10);

    expect(queue.depth).toBe(0);
    queue.done('a');
    expect(await takeAll(queue)).toEqual(['a']);
  });

  test('longer than the maximum of a Node timer do not fire at once', async () => {
    const { queue, clock } = newQueue();
    const fiftyDays = 50 * 24 * 3600 * 1000;
    queue.addAfter('a', fiftyDays);

    expect(Math.max(...clock.delays)).toBe(2 ** 31 - 1);
    await clock.advance(fiftyDays - 1);
    expect(queue.depth).toBe(0);
    await clock.advance(1);
    expect(await takeAll(queue)).toEqual(['a']);
  });
});

describe('retries', () => {
  test('back off from 5 ms, doubling each time, up to 1000 s', () => {
    const { queue } = newQueue();
    const delays = Array.from({ length: 20 }, () => queue.retry('a'));

    expect(delays.slice(0, 4)).toEqual([5, 10, 20, 40]);
    expect(delays.at(-1)).toBe(1_000_000);
  });

  test('reset the backoff of a key after a success', () => {
    const { queue } = newQueue();
    queue.retry('a');
    queue.retry('b');
    queue.forget('a');

    expect(queue.retry('a')).toBe(5);
    expect(queue.retry('b')).toBe(10);
  });
});

describe('priorities', () => {
  test('hand out normal work first without starving low-priority work', async () => {
    const { queue } = newQueue();
    queue.add('low-1', undefined, 'low');
    queue.add('low-2', undefined, 'low');
    for (let index = 1; index <= 8; index += 1) queue.add(`normal-${index}`);
    const order = await takeAll(queue);

    expect(order.slice(0, 4)).toEqual(['normal-1', 'normal-2', 'normal-3', 'normal-4']);
    expect(order[4]).toBe('low-1');
    expect(order[9]).toBe('low-2');
  });

  test('hand out urgent work first, and every fifth turn to the others', async () => {
    const { queue } = newQueue();
    queue.add('low', undefined, 'low');
    queue.add('normal');
    for (let index = 1; index <= 9; index += 1) queue.add(`high-${index}`, undefined, 'high');
    const order = await takeAll(queue);

    expect(order.slice(0, 5)).toEqual(['high-1', 'high-2', 'high-3', 'high-4', 'normal']);
    expect(order[9]).toBe('low');
  });

  test('are raised when a waiting key is added with a higher one', async () => {
    const { queue } = newQueue();
    queue.add('a', undefined, 'low');
    queue.add('b', undefined, 'low');
    queue.add('b');

    expect(await takeAll(queue)).toEqual(['b', 'a']);
  });
});

describe('shutting down', () => {
  test('waits for keys in progress, hands out nothing more, and leaves no timer', async () => {
    const { queue, clock } = newQueue();
    queue.add('running');
    await queue.take();
    queue.add('waiting');
    queue.addAfter('later', 1000);
    let drained = false;
    const shutDown = queue.shutDown().then(() => (drained = true));

    await settle();
    expect(drained).toBe(false);
    expect(await queue.take()).toBeUndefined();
    queue.done('running');
    await shutDown;
    expect(clock.pending).toBe(0);
    queue.addAfter('too late', 10);
    expect(clock.pending).toBe(0);
  });

  test('releases waiting workers', async () => {
    const { queue } = newQueue();
    const waiting = queue.take();
    await queue.shutDown();

    expect(await waiting).toBeUndefined();
  });
});
