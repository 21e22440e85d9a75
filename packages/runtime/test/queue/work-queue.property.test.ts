import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { priorities, type Priority } from '../../src/queue/priority.ts';
import { WorkQueue } from '../../src/queue/work-queue.ts';
import { FakeClock } from '../support/fake-clock.ts';

/** A model of the queue, kept as simple as possible. */
class Model {
  /** Keys that are ready now, one line per priority, first in, first out. */
  readonly lines: Record<Priority, string[]> = { high: [], normal: [], low: [] };
  /** Keys added again while a worker processes them. */
  readonly again = new Map<string, Priority>();
  /** The latest time at which a delayed key must become ready. */
  readonly later = new Map<string, { at: number; priority: Priority }>();
  readonly running = new Map<string, Priority>();
  /** Consecutive failures. */
  readonly failures = new Map<string, number>();
  /** Turns that a priority took since the lower ones, which waited, had one. */
  readonly passedOver: Record<Priority, number> = { high: 0, normal: 0, low: 0 };
  isClosed = false;

  get depth(): number {
    return Object.values(this.lines).flat().length;
  }

  want(key: string, priority: Priority): void {
    if (this.isClosed) return;
    const wanted = higher(priority, this.later.get(key)?.priority);
    this.later.delete(key);
    if (this.running.has(key)) this.again.set(key, higher(wanted, this.again.get(key)));
    else this.#line(key, wanted);
  }

  wantLater(key: string, at: number, priority: Priority): void {
    if (this.isClosed) return;
    const held = this.again.get(key);
    if (held !== undefined) return void this.again.set(key, higher(priority, held));
    const line = this.#lineOf(key);
    if (line !== undefined) return this.#line(key, priority);
    const before = this.later.get(key);
    const wanted = higher(priority, before?.priority);
    if (before !== undefined && before.at <= at) return void (before.priority = wanted);
    // Keys due at the same time leave in the order in which they were added.
    this.later.delete(key);
    this.later.set(key, { at, priority: wanted });
  }

  fallDue(now: number): void {
    const due = [...this.later].filter(([, { at }]) => at <= now).toSorted(([, a], [, b]) => a.at - b.at);
    for (const [key, { priority }] of due) this.want(key, priority);
  }

  /** The key that the queue must hand out next. */
  next(): string | undefined {
    return this.#nextOf(priorities);
  }

  #nextOf([first, ...lower]: readonly Priority[]): string | undefined {
    if (first === undefined) return undefined;
    const line = this.lines[first];
    if (lower.every((priority) => this.lines[priority].length === 0)) return line.shift();
    if (line.length > 0 && this.passedOver[first] < 4) {
      this.passedOver[first] += 1;
      return line.shift();
    }
    this.passedOver[first] = 0;
    return this.#nextOf(lower);
  }

  handBack(key: string): void {
    this.running.delete(key);
    const priority = this.again.get(key);
    this.again.delete(key);
    if (priority !== undefined && !this.isClosed) this.#line(key, priority);
  }

  close(): void {
    this.isClosed = true;
    this.later.clear();
  }

  #lineOf(key: string): Priority | undefined {
    return priorities.find((priority) => this.lines[priority].includes(key));
  }

  /** A waiting key keeps its place unless it is added with a higher priority. */
  #line(key: string, priority: Priority): void {
    const before = this.#lineOf(key);
    if (before !== undefined && higher(before, priority) === before) return;
    if (before !== undefined) this.lines[before].splice(this.lines[before].indexOf(key), 1);
    this.lines[priority].push(key);
  }
}

function higher(a: Priority, b: Priority | undefined): Priority {
  return priorities.find((priority) => priority === a || priority === b) ?? a;
}

interface Real {
  queue: WorkQueue;
  clock: FakeClock;
  /** Must resolve once the queue is shut down and no key is being processed. */
  drained: { yes: boolean };
}

type Command = fc.AsyncCommand<Model, Real>;

/** A command, named by what it does; each one is followed by a comparison of the model and the queue. */
function command(
  name: string,
  run: (model: Model, real: Real) => Promise<void> | void,
  isPossible?: (model: Readonly<Model>) => boolean,
): Command {
  return {
    check: (model) => isPossible?.(model) ?? true,
    run: async (model, real) => {
      await run(model, real);
      await Promise.resolve();
      const { queue, drained } = real;
      expect(queue.running).toBe(model.running.size);
      expect(queue.delayed).toBe(model.later.size);
      const { high, normal, low } = model.lines;
      if (!model.isClosed)
        expect(queue.depths).toEqual({ high: high.length, normal: normal.length, low: low.length });
      expect(drained.yes).toBe(model.isClosed && model.running.size === 0);
    },
    toString: () => name,
  };
}

const add = (key: string, priority: Priority): Command =>
  command(`add(${key}, ${priority})`, (model, { queue }) => {
    queue.add(key, undefined, priority);
    model.want(key, priority);
  });

const addAfter = (key: string, delay: number, priority: Priority): Command =>
  command(`addAfter(${key}, ${delay}, ${priority})`, (model, { queue, clock }) => {
    queue.addAfter(key, delay, undefined, priority);
    model.wantLater(key, clock.monotonic() + delay, priority);
  });

const retry = (key: string, atLeast: number): Command =>
  command(`retry(${key}, ${atLeast})`, (model, { queue, clock }) => {
    const failures = model.failures.get(key) ?? 0;
    const delay = Math.max(Math.min(5 * 2 ** failures, 100), atLeast);
    expect(queue.retry(key, undefined, 'normal', atLeast)).toBe(delay);
    model.failures.set(key, failures + 1);
    expect(queue.failures(key)).toBe(failures + 1);
    model.wantLater(key, clock.monotonic() + delay, 'normal');
  });

const forget = (key: string): Command =>
  command(`forget(${key})`, (model, { queue }) => {
    queue.forget(key);
    model.failures.delete(key);
    expect(queue.failures(key)).toBe(0);
  });

const take = command(
  'take()',
  async (model, { queue }) => {
    const expected = model.next() ?? '';
    const work = await queue.take();
    expect(work?.key).toBe(expected);
    expect(model.running.has(expected), 'two workers on a key').toBe(false);
    model.running.set(expected, work?.priority ?? 'normal');
  },
  (model) => model.depth > 0 && !model.isClosed,
);

const done = (choice: number): Command =>
  command(
    `done(#${choice})`,
    (model, { queue }) => {
      const key = [...model.running.keys()][choice % model.running.size] ?? '';
      queue.done(key);
      model.handBack(key);
    },
    (model) => model.running.size > 0,
  );

const wait = (time: number): Command =>
  command(`wait(${time})`, async (model, { clock }) => {
    await clock.advance(time);
    model.fallDue(clock.monotonic());
  });

const shutDown = command(
  'shutDown()',
  (model, { queue, drained }) => {
    void queue.shutDown().then(() => (drained.yes = true));
    model.close();
  },
  (model) => !model.isClosed,
);

const key = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f');
const priority = fc.constantFrom(...priorities);
const steps = [
  fc.tuple(key, priority).map(([name, of]) => add(name, of)),
  fc.tuple(key, priority).map(([name, of]) => add(name, of)),
  fc
    .tuple(key, fc.integer({ min: 1, max: 50 }), priority)
    .map(([name, delay, of]) => addAfter(name, delay, of)),
  fc.tuple(key, fc.constantFrom(0, 0, 30)).map(([name, atLeast]) => retry(name, atLeast)),
  key.map(forget),
  fc.constant(take),
  fc.constant(take),
  fc.nat(10).map(done),
  fc.integer({ min: 1, max: 30 }).map(wait),
];

async function follow(script: Iterable<Command>): Promise<{ model: Model; real: Real }> {
  const clock = new FakeClock();
  const queue = new WorkQueue({ clock, backoff: { limit: 100 } });
  const [model, real] = [new Model(), { queue, clock, drained: { yes: false } }];
  await fc.asyncModelRun(() => ({ model, real }), script);
  return { model, real };
}

test('hands out every key in turn, never gives one key to two workers, and loses nothing', async () => {
  await fc.assert(
    fc.asyncProperty(fc.commands(steps, { maxCommands: 150, size: 'max' }), async (script) => {
      const { model, real } = await follow(script);

      // Everything that the script left behind is handed out in the end.
      for (const running of model.running.keys()) {
        real.queue.done(running);
        model.handBack(running);
      }
      await real.clock.advance(200);
      model.fallDue(real.clock.monotonic());
      for (let expected = model.next(); expected !== undefined; expected = model.next()) {
        expect((await real.queue.take())?.key).toBe(expected);
      }
      expect(real.queue.depth).toBe(0);
      expect(real.clock.pending).toBe(0);
    }),
    { numRuns: 200 },
  );
});

test('after a shutdown at any time, hands out nothing more and waits for keys in progress', async () => {
  const commands = fc.commands([...steps, fc.constant(shutDown)], { maxCommands: 80, size: 'max' });
  await fc.assert(
    fc.asyncProperty(commands, async (script) => {
      const { model, real } = await follow(script);
      const idle = real.queue.take().then((work) => work?.key);
      const isWaiting = model.depth === 0 && !model.isClosed;
      if (!isWaiting && !model.isClosed) model.running.set((await idle) ?? '', 'normal');
      const drained = real.queue.shutDown();
      for (const running of model.running.keys()) real.queue.done(running);
      await drained;

      if (isWaiting || model.isClosed) expect(await idle).toBeUndefined();
      expect(await real.queue.take()).toBeUndefined();
      expect(real.clock.pending).toBe(0);
    }),
    { numRuns: 100 },
  );
});

test('idle workers share the work, one key each', async () => {
  const adds = fc.array(fc.tuple(key, priority), { minLength: 1, maxLength: 30 });
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 4 }), adds, async (workers, wanted) => {
      const queue = new WorkQueue({ clock: new FakeClock() });
      const held = new Set<string>();
      const seen = new Set<string>();
      let most = 0;
      const work = async (): Promise<void> => {
        for (let next = await queue.take(); next !== undefined; next = await queue.take()) {
          expect(held.has(next.key)).toBe(false);
          held.add(next.key);
          seen.add(next.key);
          most = Math.max(most, held.size);
          await new Promise((resolve) => setImmediate(resolve));
          held.delete(next.key);
          queue.done(next.key);
        }
      };
      const all = Array.from({ length: workers }, work);
      for (const [name, of] of wanted) queue.add(name, undefined, of);
      while (queue.depth > 0 || queue.running > 0) await new Promise((resolve) => setImmediate(resolve));
      await queue.shutDown();
      await Promise.all(all);

      const keys = new Set(wanted.map(([name]) => name));
      expect(seen).toEqual(keys);
      expect(most).toBe(Math.min(workers, keys.size));
    }),
    { numRuns: 100 },
  );
});

test('starves no key: each leaves after at most 25 turns for it and each key before it', async () => {
  const crowd = fc.array(fc.constantFrom<Priority>('high', 'normal'), { minLength: 50, maxLength: 50 });
  await fc.assert(
    fc.asyncProperty(crowd, fc.integer({ min: 1, max: 4 }), async (others, patient) => {
      const queue = new WorkQueue({ clock: new FakeClock() });
      for (const [index, of] of others.entries()) queue.add(`other-${index}`, undefined, of);
      for (let index = 0; index < patient; index += 1) queue.add(`low-${index}`, undefined, 'low');
      const waiting = new Set(Array.from({ length: patient }, (_, index) => `low-${index}`));
      for (let turn = 1; turn <= 25 * patient; turn += 1) {
        const work = await queue.take();
        if (work === undefined) break;
        queue.done(work.key);
        // More urgent work never ends: each key is added again as soon as it is done.
        if (!waiting.delete(work.key)) queue.add(work.key, undefined, work.priority);
      }
      expect([...waiting]).toEqual([]);
    }),
    { numRuns: 50 },
  );
});
