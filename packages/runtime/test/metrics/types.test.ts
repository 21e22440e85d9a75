import { expect, test } from 'vitest';
import { Metrics } from '../../src/metrics/metrics.ts';

const metrics = new Metrics();
const plain = metrics.counter({ name: 'resizes_total', help: 'Resizes.' });
const labelled = metrics.histogram({
  name: 'resize_seconds',
  help: 'Resizes.',
  labels: ['direction', 'zone'],
});

// The compiler is the test: `tsc` fails if one of these lines has no error.
export function refusedByTheCompiler(): void {
  // @ts-expect-error: the metric has no labels.
  plain.increment({ direction: 'up' });
  // @ts-expect-error: both labels need a value.
  labelled.with({ direction: 'up' });
  // @ts-expect-error: the metric has no label of this name.
  labelled.with({ direction: 'up', zone: 'a', size: '3' });
  // @ts-expect-error: the metric has labels.
  labelled.with();
  // @ts-expect-error: a label value is a string.
  labelled.with({ direction: 1, zone: 'a' });
}

test('a series requires exactly the labels of its metric', () => {
  expect(refusedByTheCompiler).toBeTypeOf('function');
  plain.increment();
  labelled.with({ direction: 'up', zone: 'a' }).observe(1);
  expect(metrics.text()).toContain('resize_seconds_count{direction="up",zone="a"} 1');
});
