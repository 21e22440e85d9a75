import { afterEach, beforeEach, expect, test } from 'vitest';
import { done } from '../../src/controller/result.ts';
import type { SpanAttributes } from '../../src/tracing/tracing.ts';
import { memcached } from '../support/objects.ts';
import { Subject } from './subject.ts';

let subject: Subject;
let spans: { name: string; attributes: SpanAttributes | undefined; told: unknown[] }[];

beforeEach(() => {
  spans = [];
  subject = new Subject();
  subject.tracer = {
    startActiveSpan: (name, { attributes }, run) => {
      const told: unknown[] = [];
      spans.push({ name, attributes, told });
      return run({
        spanContext: () => ({ traceId: 'trace-1' }),
        setAttribute: (...attribute) => told.push(attribute),
        recordException: (error) => told.push(String(error)),
        setStatus: (status) => told.push(status),
        end: () => told.push('end'),
      });
    },
  };
});

afterEach(async () => {
  await subject.controller?.stop();
  await subject.cache.stop();
});

test('a reconcile is a span with its object and causes, and its log lines contain the trace ID', async () => {
  subject.behaviour = async ({ context }) => {
    context.log.info('working');
    return done;
  };
  await subject.start([memcached('a', 1)]);

  expect(spans).toEqual([
    {
      name: 'reconcile memcached',
      attributes: {
        'opgen.controller': 'memcached',
        'k8s.object.kind': 'Memcached',
        'k8s.object.name': 'a',
        'k8s.namespace.name': 'default',
        'opgen.causes': ['Memcached default/a added'],
        'opgen.queue.wait_ms': 0,
      },
      told: ['end'],
    },
  ]);
  expect(subject.log.lines.find(({ message }) => message === 'working')?.fields).toMatchObject({
    traceId: 'trace-1',
  });
});

test('a failed reconcile records the error in its span and is logged', async () => {
  subject.behaviour = () => Promise.reject(new Error('no quota'));
  await subject.start([memcached('a', 1)]);

  expect(spans[0]?.told).toEqual(['Error: no quota', { code: 2, message: 'no quota' }, 'end']);
  expect(subject.log.text).toContain('error reconcile failed');
});
