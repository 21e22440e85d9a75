import { expect, test } from 'vitest';
import { Metrics } from '../../src/metrics/metrics.ts';

test('exposes a counter without labels from the start', () => {
  const metrics = new Metrics();
  const resizes = metrics.counter({ name: 'memcached_resizes_total', help: 'Resizes.' });
  const before = metrics.text();
  resizes.increment();

  expect(before).toBe(
    '# HELP memcached_resizes_total Resizes.\n# TYPE memcached_resizes_total counter\nmemcached_resizes_total 0\n',
  );
  expect(metrics.text()).toContain('\nmemcached_resizes_total 1\n');
});

test('writes one series per combination of labels, and escapes special characters', () => {
  const metrics = new Metrics();
  const pools = metrics.gauge({ name: 'pools', help: 'Of two\nlines.', labels: ['name', 'zone'] });
  pools.set(3, { name: 'a"b\\c\nd', zone: 'x' });
  pools.set(0.5, { name: 'b', zone: 'x' });
  pools.add(1, { zone: 'x', name: 'b' });

  expect(metrics.text()).toBe(
    [
      String.raw`# HELP pools Of two\nlines.`,
      '# TYPE pools gauge',
      String.raw`pools{name="a\"b\\c\nd",zone="x"} 3`,
      'pools{name="b",zone="x"} 1.5',
      '',
    ].join('\n'),
  );
});

test('counts histogram values cumulatively up to each bound', () => {
  const metrics = new Metrics();
  const time = metrics.histogram({ name: 'time_seconds', help: 'Time.', buckets: [0.1, 1], labels: ['of'] });
  for (const value of [0.05, 0.1, 0.5, 7]) time.observe(value, { of: 'a' });

  expect(metrics.text().split('\n').slice(2, -1)).toEqual([
    'time_seconds_bucket{of="a",le="0.1"} 2',
    'time_seconds_bucket{of="a",le="1"} 3',
    'time_seconds_bucket{of="a",le="+Inf"} 4',
    'time_seconds_sum{of="a"} 7.65',
    'time_seconds_count{of="a"} 4',
  ]);
});

test('removes the series with some label values', () => {
  const metrics = new Metrics();
  const labels = ['name', 'zone'] as const;
  const pools = metrics.gauge({ name: 'pools', help: 'Pools.', labels });
  const resizes = metrics.counter({ name: 'resizes_total', help: 'Resizes.', labels });
  const seconds = metrics.histogram({ name: 'resize_seconds', help: 'Time.', labels, buckets: [] });
  for (const zone of ['x', 'y']) {
    const series = { name: 'a', zone };
    pools.set(1, series);
    resizes.increment(series);
    seconds.observe(1, series);
  }
  for (const metric of [pools, resizes, seconds]) metric.remove({ zone: 'x' });
  expect(metrics.text()).not.toContain('zone="x"');
  expect(metrics.text().match(/zone="y"/g)).toHaveLength(5);
  for (const metric of [pools, resizes, seconds]) metric.remove({ name: 'a' });
  expect(metrics.text()).not.toContain('zone=');
});

test('runs scrape callbacks on each scrape', () => {
  const metrics = new Metrics();
  const objects = metrics.gauge({ name: 'objects', help: 'Objects.' });
  let scrapes = 0;
  metrics.onScrape(() => objects.set((scrapes += 1)));
  metrics.text();

  expect(metrics.text()).toContain('objects 2\n');
});

test.each([
  [Number.POSITIVE_INFINITY, '+Inf'],
  [Number.NEGATIVE_INFINITY, '-Inf'],
  [Number.NaN, 'NaN'],
  [1e21, '1e+21'],
])('writes %d as %s', (value, text) => {
  const metrics = new Metrics();
  metrics.gauge({ name: 'value', help: 'Any.' }).set(value);

  expect(metrics.text()).toContain(`value ${text}\n`);
});

test.each<[string, (metrics: Metrics) => unknown, string]>([
  ['a duplicate name', (metrics) => metrics.gauge({ name: 'a', help: '' }), 'metric a is already registered'],
  [
    'a name with a dash',
    (metrics) => metrics.gauge({ name: 'a-b', help: '' }),
    'invalid metric or label name',
  ],
  [
    'a missing label',
    (metrics) => metrics.counter({ name: 'b', help: '', labels: ['x'] }).increment({} as { x: string }),
    'missing value for label x of b',
  ],
  [
    'a decreasing counter',
    (metrics) => metrics.counter({ name: 'b', help: '' }).with().increment(-1),
    'counters can only increase, got -1',
  ],
  [
    'buckets that are not in ascending order',
    (metrics) => metrics.histogram({ name: 'b', help: '', buckets: [1, 1] }),
    'the buckets of b must be in ascending order',
  ],
])('rejects %s', (_, act, message) => {
  const metrics = new Metrics();
  metrics.gauge({ name: 'a', help: '' });

  expect(() => act(metrics)).toThrow(message);
});
