import { afterEach, beforeEach, expect, test } from 'vitest';
import { done } from '../../src/controller/result.ts';
import type { SpanAttributes } from '../../src/tracing/tracing.ts';
import { memcached } from '../support/objects.ts';
import { Subject } from './subject.ts';

let subject: Subject;
let spans: { name: string; attributes: SpanAttributes | undefined; calls: unknown[] }[];

beforeEach(() => {
  spans = [];
  subject = new Subject();
  subject.tracer = {
    startActiveSpan: (name, { attributes }, run) => {
      const calls: unknown[] = [];
      spans.push({ name, attributes, calls });
      return run({
        spanContext: () => ({ traceId: 'trace-1', spanId: 'span-1', traceFlags: 1 }),
        setAttribute: (...attribute) => calls.push(attribute),
        recordException: (error) => calls.push(String(error)),
        setStatus: (status) => calls.push(status),
        end: () => calls.push('end'),
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
      calls: ['end'],
    },
  ]);
  expect(subject.log.lines.find(({ message }) => message === 'working')?.fields).toMatchObject({
    traceId: 'trace-1',
  });
});

test('a failed reconcile records the error in its span and is logged', async () => {
  subject.behaviour = () => Promise.reject(new Error('no quota'));
  await subject.start([memcached('a', 1)]);

  expect(spans[0]?.calls).toEqual(['Error: no quota', { code: 2, message: 'no quota' }, 'end']);
  expect(subject.log.text).toContain('error reconcile failed');
});
