import type { Run, RunCall } from '@opgen/runtime/runs';
import { expect, test } from 'vitest';
import { runLine } from '../../src/dev/run-line.ts';

const object = { name: 'shop', namespace: 'default' };
const apply: RunCall = { verb: 'apply', group: 'apps', resource: 'deployments', status: 200, duration: 1 };

function run(overrides: Partial<Run>): Run {
  return {
    id: '1',
    controller: 'demoapplication',
    kind: 'DemoApplication',
    object,
    causes: [{ event: 'added', kind: 'DemoApplication', object }],
    waited: 0,
    started: '2026-01-01T00:00:00Z',
    duration: 4,
    result: 'done',
    calls: [],
    ...overrides,
  };
}

const changes = ['.status.readyReplicas', '.status.replicas', '.spec.replicas'].map((path) => ({ path }));

test.each<[string, Partial<Run>]>([
  ['demoapplication default/shop ← DemoApplication added · 4 ms', {}],
  [
    'demoapplication default/shop ← Deployment changed .status.readyReplicas · 4 ms · 1 write',
    {
      causes: [{ event: 'updated', kind: 'Deployment', object, changes: changes.slice(0, 1) }],
      calls: [apply, { ...apply, verb: 'get' }, { ...apply, changes: [] }, { ...apply, status: 409 }],
    },
  ],
  [
    'demoapplication default/shop ← Secret default/password deleted, Deployment changed .status.readyReplicas, .status.replicas and 1 more and 1 more · 1.3 s · again in 5 min',
    {
      causes: [
        { event: 'deleted', kind: 'Secret', object: { name: 'password', namespace: 'default' } },
        { event: 'updated', kind: 'Deployment', object, changes },
        { event: 'resync' },
      ],
      duration: 1_260,
      result: 'requeueAfter',
      requeueAfter: 300_000,
    },
  ],
  [
    'demoapplication default/shop ← retry · 0.3 ms · failed · retry in 20 ms',
    {
      causes: [{ event: 'retry' }],
      duration: 0.34,
      result: 'error',
      error: { message: 'no' },
      requeueAfter: 20,
    },
  ],
  [
    'demoapplication shop ← source prices · 4 ms · canceled',
    { object: { name: 'shop' }, causes: [{ event: 'source', source: 'prices' }], result: 'canceled' },
  ],
])('%s', (line, overrides) => {
  expect(runLine(run(overrides))).toBe(line);
});
