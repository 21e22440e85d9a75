import { expect, test } from 'vitest';
import { Metrics } from '../../src/metrics/metrics.ts';

const metrics = new Metrics();
const plain = metrics.counter({ name: 'resizes_total', help: 'Resizes.' });
const labelled = metrics.histogram({
  name: 'resize_seconds',
  help: 'Resizes.',
  labels: ['direction', 'zone'],
});

// The compiler is the test: each of these has to be an error for the file to pass `tsc`.
export function refusedByTheCompiler(): void {
  // @ts-expect-error: it has no labels.
  plain.increment({ direction: 'up' });
  // @ts-expect-error: both labels have a value.
  labelled.with({ direction: 'up' });
  // @ts-expect-error: none of them is called so.
  labelled.with({ direction: 'up', zone: 'a', size: '3' });
  // @ts-expect-error: it has labels.
  labelled.with();
  // @ts-expect-error: a value is text.
  labelled.with({ direction: 1, zone: 'a' });
}

test('a series has exactly the labels of its metric', () => {
  expect(refusedByTheCompiler).toBeTypeOf('function');
  plain.increment();
  labelled.with({ direction: 'up', zone: 'a' }).observe(1);
  expect(metrics.text()).toContain('resize_seconds_count{direction="up",zone="a"} 1');
});
