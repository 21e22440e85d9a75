import { expect, test } from 'vitest';
import { orAborted, withSignals } from '../src/abort.ts';

test('many runs can listen to one signal without a MaxListenersExceededWarning from Node.js', async () => {
  const warnings: Error[] = [];
  const warn = (warning: Error): void => void warnings.push(warning);
  process.on('warning', warn);
  const shared = new AbortController();
  const runs = Array.from({ length: 40 }, () =>
    withSignals([shared.signal], ({ signal }) => orAborted(new Promise(() => {}), signal)),
  );
  const ended = Promise.allSettled(runs);
  shared.abort(new Error('over'));
  for (const end of await ended)
    expect(end).toMatchObject({ status: 'rejected', reason: { message: 'over' } });
  await new Promise((resolve) => setImmediate(resolve));
  process.off('warning', warn);

  expect(warnings).toEqual([]);
});
