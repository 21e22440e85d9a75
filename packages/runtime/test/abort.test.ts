import { getEventListeners } from 'node:events';
import { expect, test } from 'vitest';
import { withSignals, withTimeout } from '../src/abort.ts';
import { FakeClock } from './support/fake-clock.ts';

const aborted = (signal: AbortSignal): Promise<unknown> =>
  new Promise((resolve) => signal.addEventListener('abort', () => resolve(signal.reason)));

test('any of the signals aborts the run, with its reason', async () => {
  const [one, other] = [new AbortController(), new AbortController()];
  const run = withSignals([one.signal, undefined, other.signal], ({ signal }) => aborted(signal));
  other.abort('stopped');
  expect(await run).toBe('stopped');
});

test('a signal that has aborted already aborts the run at once', async () => {
  const reason = await withSignals([AbortSignal.abort('stopped')], async ({ signal }) => signal.reason);
  expect(reason).toBe('stopped');
});

test.each([
  ['ends', async () => undefined],
  ['fails', () => Promise.reject(new Error('failed'))],
])('no listener is left when the run %s', async (_, run) => {
  const { signal } = new AbortController();
  await withSignals([signal], run).catch(() => undefined);
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});

test('a timeout aborts the run with its own reason, and leaves no timer', async () => {
  const clock = new FakeClock();
  const limits = { timeout: 5_000, reason: () => new Error('took longer than 5 s') };
  const run = withTimeout(clock, limits, aborted);
  await clock.advance(5_000);
  expect(await run).toEqual(new Error('took longer than 5 s'));
  await withTimeout(clock, limits, async () => undefined);
  expect(clock.pending).toBe(0);
});
