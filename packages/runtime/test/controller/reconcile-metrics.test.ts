import { afterEach, describe, expect, test } from 'vitest';
import { deferred } from '../../src/deferred.ts';
import { done, requeueAfter, type Result, TerminalError } from '../../src/controller/result.ts';
import { settle } from '../support/fake-clock.ts';
import { memcached } from '../support/objects.ts';
import { Subject } from './subject.ts';

let subject: Subject;

afterEach(async () => {
  await subject.controller?.stop();
  await subject.cache.stop();
});

/** The values of the named metrics, by name and labels except the labels of the controller. */
function values(...names: string[]): Record<string, number> {
  const lines = subject.metrics
    .text()
    .replaceAll(/(name="memcached",)?controller="memcached",?/g, '')
    .replaceAll('{}', '')
    .replaceAll(',}', '}')
    .split('\n');
  const shown = lines.filter((line) =>
    names.some((name) => line.startsWith(`${name}{`) || line.startsWith(`${name} `)),
  );
  return Object.fromEntries(
    shown.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]),
  );
}

test('reports all reconcile counters as 0 before the first reconcile', async () => {
  subject = await new Subject().start([]);

  expect(values('controller_runtime_reconcile_total', 'controller_runtime_reconcile_errors_total')).toEqual({
    'controller_runtime_reconcile_total{result="error"}': 0,
    'controller_runtime_reconcile_total{result="requeue_after"}': 0,
    'controller_runtime_reconcile_total{result="requeue"}': 0,
    'controller_runtime_reconcile_total{result="success"}': 0,
    controller_runtime_reconcile_errors_total: 0,
  });
});

describe('the reconcile counters', () => {
  const counters = [
    'controller_runtime_reconcile_errors_total',
    'controller_runtime_terminal_reconcile_errors_total',
    'controller_runtime_reconcile_panics_total',
  ];

  test.each<[string, () => Promise<Result>, string, number[]]>([
    ['that is done', async () => done, 'success', [0, 0, 0]],
    ['that is requeued', async () => requeueAfter('1h'), 'requeue_after', [0, 0, 0]],
    ['that failed', () => Promise.reject(new Error('no')), 'error', [1, 0, 0]],
    ['that failed with a TerminalError', () => Promise.reject(new TerminalError('no')), 'error', [1, 1, 0]],
    [
      'that threw a TypeError because of a bug',
      async () => (undefined as unknown as { a: Result }).a,
      'error',
      [1, 0, 1],
    ],
    [
      'whose fetch failed',
      () => Promise.reject(new TypeError('fetch failed', { cause: 'x' })),
      'error',
      [1, 0, 0],
    ],
  ])('count a reconcile %s', async (_, behaviour, result, counts) => {
    subject = new Subject();
    subject.behaviour = behaviour;
    await subject.start([memcached('a', 1)]);

    expect(values('controller_runtime_reconcile_total')).toMatchObject({
      [`controller_runtime_reconcile_total{result="${result}"}`]: 1,
    });
    expect(Object.values(values(...counters))).toEqual(counts);
  });
});

test('reports the duration, the queue time and the causes of reconciles', async () => {
  const hold = deferred();
  subject = new Subject();
  subject.behaviour = () => hold.promise.then(() => done);
  await subject.start([memcached('a', 1), memcached('b', 2)]);
  await subject.clock.advance(3_000);
  expect(
    values('workqueue_depth', 'controller_runtime_active_workers', 'workqueue_unfinished_work_seconds'),
  ).toEqual({
    'workqueue_depth{priority="high"}': 0,
    'workqueue_depth{priority="normal"}': 0,
    'workqueue_depth{priority="low"}': 1,
    controller_runtime_active_workers: 1,
    workqueue_unfinished_work_seconds: 3,
  });
  hold.resolve();
  await settle();

  expect(
    values(
      'controller_runtime_reconcile_time_seconds_sum',
      'workqueue_queue_duration_seconds_sum',
      'workqueue_work_duration_seconds_sum',
      'workqueue_adds_total',
      'workqueue_longest_running_processor_seconds',
      'controller_runtime_max_concurrent_reconciles',
      'opgen_reconcile_causes_total',
    ),
  ).toEqual({
    controller_runtime_reconcile_time_seconds_sum: 3,
    workqueue_queue_duration_seconds_sum: 3,
    workqueue_work_duration_seconds_sum: 3,
    workqueue_adds_total: 2,
    workqueue_longest_running_processor_seconds: 0,
    controller_runtime_max_concurrent_reconciles: 1,
    'opgen_reconcile_causes_total{event="added"}': 2,
  });
});

describe('a reconcile that exceeds its timeout', () => {
  test('is aborted and retried', async () => {
    subject = new Subject();
    subject.behaviour = async ({ context: { signal } }) => {
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      throw signal.reason;
    };
    await subject.start([memcached('a', 1)], (builder) => builder, { timeout: 30_000 });
    await subject.clock.advance(29_999);
    expect(subject.names).toEqual(['a']);
    await subject.clock.advance(1_001);

    expect(subject.names).toEqual(['a', 'a']);
    expect(
      values('controller_runtime_reconcile_timeouts_total', 'controller_runtime_reconcile_errors_total'),
    ).toEqual({
      controller_runtime_reconcile_timeouts_total: 1,
      controller_runtime_reconcile_errors_total: 1,
    });
    subject.controller?.abort();
  });

  test('keeps its object locked if it ignores the abort', async () => {
    const hold = deferred();
    subject = new Subject();
    subject.behaviour = () => hold.promise.then(() => done);
    await subject.start([memcached('a', 1)], (builder) => builder, { timeout: 30_000 });
    subject.watch(0).send('MODIFIED', memcached('a', 11, { size: 3 }));
    await subject.clock.advance(60_000);
    expect(subject.names).toEqual(['a']);

    hold.resolve();
    await settle();
    expect(subject.names).toEqual(['a', 'a']);
  });
});

test('counts a requeue as a retry and as an add', async () => {
  subject = new Subject();
  subject.behaviour = async () => requeueAfter('1m');
  await subject.start([memcached('a', 1)]);
  await subject.clock.advance(60_000);

  expect(values('workqueue_retries_total', 'workqueue_adds_total')).toEqual({
    workqueue_retries_total: 2,
    workqueue_adds_total: 2,
  });
});
