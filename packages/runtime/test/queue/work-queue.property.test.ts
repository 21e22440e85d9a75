import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { WorkQueue } from '../../src/queue/work-queue.ts';
import { FakeClock } from '../support/fake-clock.ts';

interface Model {
  /** Keys that must come out at once. */
  due: Set<string>;
  /** When a delayed key must come out at the latest. */
  later: Map<string, number>;
  running: Set<string>;
}

interface Real {
  queue: WorkQueue;
  clock: FakeClock;
}

type Command = fc.AsyncCommand<Model, Real>;

function fallDue(model: Model, now: number): void {
  for (const [key, at] of model.later) {
    if (at > now) continue;
    model.later.delete(key);
    model.due.add(key);
  }
}

function ready(model: Model): string[] {
  return [...model.due].filter((key) => !model.running.has(key));
}

class Add implements Command {
  readonly key: string;
  readonly low: boolean;
  constructor(key: string, low: boolean) {
    this.key = key;
    this.low = low;
  }
  check = (): boolean => true;
  async run(model: Model, { queue }: Real): Promise<void> {
    queue.add(this.key, undefined, this.low ? 'low' : 'normal');
    model.due.add(this.key);
    model.later.delete(this.key);
  }
  toString = (): string => `add(${this.key}, ${this.low ? 'low' : 'normal'})`;
}

class AddAfter implements Command {
  readonly key: string;
  readonly delay: number;
  constructor(key: string, delay: number) {
    this.key = key;
    this.delay = delay;
  }
  check = (): boolean => true;
  async run(model: Model, { queue, clock }: Real): Promise<void> {
    queue.addAfter(this.key, this.delay);
    if (model.due.has(this.key)) return;
    const at = Math.min(clock.monotonic() + this.delay, model.later.get(this.key) ?? Infinity);
    model.later.set(this.key, at);
  }
  toString = (): string => `addAfter(${this.key}, ${this.delay})`;
}

class Take implements Command {
  check = (model: Readonly<Model>): boolean => ready(model).length > 0;
  async run(model: Model, { queue }: Real): Promise<void> {
    expect(queue.depth).toBe(ready(model).length);
    const work = await queue.take();
    expect(ready(model)).toContain(work?.key);
    if (work === undefined) return;
    model.due.delete(work.key);
    model.running.add(work.key);
  }
  toString = (): string => 'take()';
}

class Done implements Command {
  readonly choice: number;
  constructor(choice: number) {
    this.choice = choice;
  }
  check = (model: Readonly<Model>): boolean => model.running.size > 0;
  async run(model: Model, { queue }: Real): Promise<void> {
    const key = [...model.running][this.choice % model.running.size] ?? '';
    queue.done(key);
    model.running.delete(key);
  }
  toString = (): string => `done(#${this.choice})`;
}

class Wait implements Command {
  readonly time: number;
  constructor(time: number) {
    this.time = time;
  }
  check = (): boolean => true;
  async run(model: Model, { clock }: Real): Promise<void> {
    await clock.advance(this.time);
    fallDue(model, clock.monotonic());
  }
  toString = (): string => `wait(${this.time})`;
}

test('whatever is added, delayed, taken and given back: never two workers on a key, and nothing lost', async () => {
  const key = fc.constantFrom('a', 'b', 'c', 'd', 'e');
  const commands = fc.commands(
    [
      fc.tuple(key, fc.boolean()).map(([name, low]) => new Add(name, low)),
      fc.tuple(key, fc.integer({ min: 1, max: 50 })).map(([name, delay]) => new AddAfter(name, delay)),
      fc.constant(new Take()),
      fc.nat(10).map((choice) => new Done(choice)),
      fc.integer({ min: 1, max: 30 }).map((time) => new Wait(time)),
    ],
    { maxCommands: 100, size: 'max' },
  );

  await fc.assert(
    fc.asyncProperty(commands, async (script) => {
      const clock = new FakeClock();
      const real = { queue: new WorkQueue({ clock }), clock };
      const model: Model = { due: new Set(), later: new Map(), running: new Set() };
      await fc.asyncModelRun(() => ({ model, real }), script);

      // Whatever the script left behind comes out in the end.
      for (const running of model.running) real.queue.done(running);
      model.running.clear();
      await clock.advance(100);
      fallDue(model, clock.monotonic());
      const left = new Set<string>();
      while (real.queue.depth > 0) left.add((await real.queue.take())?.key ?? '');
      expect(left).toEqual(model.due);
      expect(clock.pending).toBe(0);
    }),
    { numRuns: 200 },
  );
});
