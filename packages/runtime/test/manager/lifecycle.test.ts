import { expect, test } from 'vitest';
import type { Component, ComponentStage } from '../../src/component.ts';
import { Lifecycle } from '../../src/manager/lifecycle.ts';
import { FakeClock, settle } from '../support/fake-clock.ts';
import { RecordingLogger } from '../support/recording-logger.ts';

class Subject {
  readonly clock = new FakeClock();
  readonly log = new RecordingLogger();
  readonly lifecycle = new Lifecycle({ clock: this.clock, log: this.log, gracePeriod: 30_000 });
  readonly steps: string[] = [];
  readonly #stop = new AbortController();

  add(stage: ComponentStage, more: Partial<Component> = {}): this {
    this.lifecycle.add({
      name: stage,
      stage,
      start: async () => void this.steps.push(`start ${stage}`),
      stop: async () => void this.steps.push(`stop ${stage}`),
      ...more,
    });
    return this;
  }

  run(): Promise<void> {
    return this.lifecycle.run(this.#stop.signal);
  }

  stop(): void {
    this.#stop.abort();
  }
}

test('starts components stage by stage, in any order of registration, and stops them in reverse', async () => {
  const subject = new Subject().add('controllers').add('caches').add('services').add('servers');
  const run = subject.run();
  await subject.lifecycle.ready;
  subject.stop();
  await run;

  expect(subject.steps).toEqual([
    'start servers',
    'start caches',
    'start services',
    'start controllers',
    'stop controllers',
    'stop services',
    'stop caches',
    'stop servers',
  ]);
  expect(subject.clock.pending).toBe(0);
});

test('a component that fails to start stops all others, and run() rejects with its error', async () => {
  const broken = new Error('port 8081 is taken');
  const subject = new Subject().add('servers', { start: () => Promise.reject(broken) }).add('caches');

  await expect(subject.run()).rejects.toBe(broken);
  await expect(subject.lifecycle.ready).rejects.toThrow('stopped before it was ready');
  expect(subject.log.text).toEqual(['error servers failed']);
  expect(subject.steps).toEqual(['stop caches', 'stop servers']);
});

test('a component that fails later stops all others', async () => {
  const lost = new Error('lease lost');
  const reports: ((error: unknown) => void)[] = [];
  const subject = new Subject().add('services', { start: async (fail) => void reports.push(fail) });
  const run = subject.run();
  await subject.lifecycle.ready;
  for (const fail of reports) fail(lost);

  await expect(run).rejects.toBe(lost);
  expect(subject.log.text).toContain('error services failed');
});

test('can be stopped during startup', async () => {
  const subject = new Subject()
    .add('caches', { start: () => new Promise(() => undefined) })
    .add('controllers');
  const run = subject.run();
  await settle();
  subject.stop();
  await run;

  expect(subject.steps).toEqual(['stop controllers', 'stop caches']);
});

test('rejects a second start', async () => {
  const subject = new Subject();
  const run = subject.run();

  await expect(subject.lifecycle.run(undefined)).rejects.toThrow('already started');
  subject.stop();
  await run;
});

test('aborts a component that does not stop one second before the timeout, and names it in the error', async () => {
  const aborted: number[] = [];
  const subject = new Subject();
  subject.add('caches').add('controllers', {
    name: 'controller memcached',
    stop: () => new Promise(() => undefined),
    abort: () => aborted.push(subject.clock.monotonic()),
  });
  const run = subject.run();
  const outcome = expect(run).rejects.toThrow(
    'graceful shutdown timed out after 30 s; still running: controller memcached',
  );
  await subject.lifecycle.ready;
  subject.stop();
  await subject.clock.advance(29_000);
  expect(aborted).toEqual([29_000]);
  await subject.clock.advance(1000);

  await outcome;
  expect(subject.steps).toContain('stop caches');
});

test('starts a late component immediately, and stops it with the others', async () => {
  const subject = new Subject();
  const run = subject.run();
  await subject.lifecycle.ready;
  subject.add('services');
  await settle();
  subject.stop();
  await run;

  expect(subject.steps).toEqual(['start services', 'stop services']);
  expect(() => subject.add('caches')).toThrow('has stopped');
});

test('an error during shutdown does not keep other components from stopping', async () => {
  const subject = new Subject()
    .add('controllers', { stop: () => Promise.reject(new Error('oops')) })
    .add('caches');
  const run = subject.run();
  await subject.lifecycle.ready;
  subject.stop();
  await run;

  expect(subject.steps).toContain('stop caches');
  expect(subject.log.text).toContain('error controllers failed to stop');
});
