import { beforeEach, expect, test } from 'vitest';
import { JoinedMetrics } from '../../src/metrics/joined-metrics.ts';
import type { MetricsRegistry } from '../../src/metrics/metrics-registry.ts';
import { Metrics } from '../../src/metrics/metrics.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { RecordingLogger } from '../support/recording-logger.ts';

let metrics: Metrics;
let log: RecordingLogger;
const clock = new FakeClock();
const own = '# HELP pools Pools.\n# TYPE pools gauge\npools 3\n';

beforeEach(() => {
  metrics = new Metrics();
  metrics.gauge({ name: 'pools', help: 'Pools.' }).set(3);
  log = new RecordingLogger();
});

const join = (...registries: MetricsRegistry[]): JoinedMetrics =>
  new JoinedMetrics({ metrics, registries, clock, log });

/** As prom-client writes a registry. */
const queries = `# HELP queries_seconds Duration
# TYPE queries_seconds histogram
queries_seconds_bucket{le="0.1",table="a b"} 1
queries_seconds_bucket{le="+Inf",table="a b"} 2
queries_seconds_sum{table="a b"} 0.3
queries_seconds_count{table="a b"} 2

# HELP queries_open Open
# TYPE queries_open gauge
queries_open 1
`;

test('the metrics of other registries follow those of the manager', async () => {
  const joined = join({
    contentType: 'text/plain; version=0.0.4; charset=utf-8',
    metrics: async () => queries,
  });
  expect(await joined.text()).toBe(own + queries.replace('\n\n', '\n'));
  expect(await join().text()).toBe(own);
  expect(log.lines).toEqual([]);
});

test('a metric whose name is taken is left out and logged once', async () => {
  const text = '# TYPE pools gauge\npools{of="db"} 9\n# TYPE pools_count counter\npools_count 1\nbare 1\n';
  const joined = join({ metrics: () => text }, { metrics: () => 'bare 2\n' });
  const expected = `${own}# TYPE pools_count counter\npools_count 1\nbare 1\n`;
  expect(await joined.text()).toBe(expected);
  expect(await joined.text()).toBe(expected);
  expect(log.lines.map(({ level, fields }) => [level, fields['metrics']])).toEqual([
    ['warn', ['pools']],
    ['warn', ['bare']],
  ]);
});

test('a registry that fails does not affect the others, and is logged until it works again', async () => {
  let broken = true;
  const failing: MetricsRegistry = {
    metrics: () => {
      if (broken) throw new Error('no connection');
      return 'restored 1\n';
    },
  };
  const joined = join(failing, { metrics: () => 'fine 1\n' });
  expect(await joined.text()).toBe(`${own}fine 1\n`);
  await joined.text();
  expect(log.text).toEqual(['error failed to read the metrics of another registry']);
  broken = false;
  expect(await joined.text()).toBe(`${own}restored 1\nfine 1\n`);
  broken = true;
  await joined.text();
  expect(log.text).toHaveLength(2);
});

test('a registry that does not answer is left out after five seconds', async () => {
  const hanging: MetricsRegistry = { metrics: () => new Promise(() => undefined) };
  const text = join(hanging, { metrics: () => 'fine 1\n' }).text();
  await clock.advance('5s');
  expect(await text).toBe(`${own}fine 1\n`);
  expect(String(log.lines[0]?.fields['error'])).toContain('no metrics within 5 s');
});

test('a registry in another format is left out', async () => {
  const contentType = 'application/openmetrics-text; version=1.0.0; charset=utf-8';
  expect(await join({ contentType, metrics: () => 'a_total 1\n# EOF\n' }).text()).toBe(own);
  expect(String(log.lines[0]?.fields['error'])).toContain(`${contentType} is not supported`);
});
