import type { Deployment, ReplicaSet } from '@opgen/runtime/kinds/apps/v1';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  desiredReplicas,
  mostUnavailable,
  newReplicas,
  oldReplicas,
  proportionalReplicas,
  rollingLimits,
} from '../../../src/workloads/deployment/replica-counts.ts';

const template = { spec: { containers: [] } };

function deployment(
  replicas: number,
  maxSurge: number | string,
  maxUnavailable: number | string,
): Deployment {
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'web', uid: 'web', resourceVersion: '1', creationTimestamp: '' },
    spec: {
      replicas,
      selector: {},
      strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge, maxUnavailable } },
      template,
    },
  };
}

function replicaSet(name: string, replicas: number, availableReplicas: number): ReplicaSet {
  return {
    apiVersion: 'apps/v1',
    kind: 'ReplicaSet',
    metadata: { name, uid: name, resourceVersion: '1', creationTimestamp: '' },
    spec: { replicas, selector: {}, template },
    status: { replicas, availableReplicas },
  };
}

test.each([
  [10, '25%', '25%', { maxSurge: 3, maxUnavailable: 2 }],
  [1, '25%', '25%', { maxSurge: 1, maxUnavailable: 0 }],
  [3, 0, '10%', { maxSurge: 0, maxUnavailable: 1 }],
  [4, 2, 1, { maxSurge: 2, maxUnavailable: 1 }],
])('limits of %i replicas with %s surge and %s unavailable', (replicas, surge, unavailable, limits) => {
  expect(rollingLimits(deployment(replicas, surge, unavailable))).toEqual(limits);
});

const limit = fc.oneof(fc.integer({ min: 0, max: 5 }), fc.constantFrom('0%', '25%', '50%', '100%'));
const anyDeployment = fc
  .record({ replicas: fc.integer({ min: 0, max: 20 }), surge: limit, unavailable: limit })
  .map(({ replicas, surge, unavailable }) => deployment(replicas, surge, unavailable));
const anySets = fc
  .array(fc.tuple(fc.integer({ min: 0, max: 10 }), fc.integer({ min: 0, max: 10 })), {
    minLength: 1,
    maxLength: 4,
  })
  .map((sizes) =>
    sizes.map(([size, available], i) => replicaSet(`set-${i}`, size, Math.min(size, available))),
  );

const total = (sets: readonly ReplicaSet[]): number =>
  sets.reduce((sum, set) => sum + desiredReplicas(set), 0);

test('a rolling update never exceeds the surge, and never makes too many Pods unavailable', () => {
  fc.assert(
    fc.property(anyDeployment, anySets, (web, [current, ...old]) => {
      if (current === undefined) return;
      const sets = [current, ...old];
      const grown = newReplicas(web, sets, current);
      expect(grown).toBeGreaterThanOrEqual(Math.min(desiredReplicas(current), desiredReplicas(web)));
      if (grown > desiredReplicas(current)) {
        const most = desiredReplicas(web) + rollingLimits(web).maxSurge;
        expect(total(sets) + grown - desiredReplicas(current)).toBeLessThanOrEqual(most);
      }
      const least = desiredReplicas(web) - mostUnavailable(web);
      const available = sets.reduce((sum, { status }) => sum + (status?.availableReplicas ?? 0), 0);
      const lost = [...oldReplicas(web, current, old)].reduce((sum, [set, replicas]) => {
        expect(replicas).toBeGreaterThanOrEqual(0);
        expect(replicas).toBeLessThan(desiredReplicas(set));
        return sum + Math.max(0, (set.status?.availableReplicas ?? 0) - replicas);
      }, 0);
      if (lost > 0) expect(available - lost).toBeGreaterThanOrEqual(least);
    }),
  );
});

test('a rollout whose Pods become available always completes', () => {
  fc.assert(
    fc.property(anyDeployment, anySets, (web, sets) => {
      const sizes = sets.map(desiredReplicas);
      for (let step = 0; step < 200; step += 1) {
        const [current, ...old] = sizes.map((size, i) => replicaSet(`set-${i}`, size, size));
        if (current === undefined) return;
        const grown =
          desiredReplicas(current) > desiredReplicas(web)
            ? desiredReplicas(web)
            : newReplicas(web, [current, ...old], current);
        if (grown !== desiredReplicas(current)) {
          sizes[0] = grown;
          continue;
        }
        const kept = oldReplicas(web, current, old);
        if (kept.size === 0) break;
        for (const [index, set] of old.entries()) sizes[index + 1] = kept.get(set) ?? desiredReplicas(set);
      }
      expect(sizes).toEqual([desiredReplicas(web), ...sizes.slice(1).map(() => 0)]);
    }),
  );
});

test('scaling in the middle of a rollout keeps the proportions', () => {
  const web = deployment(20, 0, 1);
  const sets = [replicaSet('old', 6, 6), replicaSet('new', 4, 4)];
  const sizes = proportionalReplicas(web, sets, () => 10);
  expect([...sizes].map(([{ metadata }, size]) => [metadata.name, size])).toEqual([
    ['old', 12],
    ['new', 8],
  ]);
});

// The shares are rounded, and the largest ReplicaSet balances them. As in Kubernetes, it cannot go below zero for that: the
// next sync of the Deployment removes the rest.
test('scaling distributes exactly what is allowed, unless rounding leaves too little to balance', () => {
  fc.assert(
    fc.property(anyDeployment, anySets, (web, sets) => {
      const active = sets.filter((set) => desiredReplicas(set) > 0);
      fc.pre(active.length > 1 && desiredReplicas(web) > 0);
      const sizes = [...proportionalReplicas(web, active, () => total(active)).values()];
      const sum = sizes.reduce((a, b) => a + b, 0);
      expect(sizes.every((size) => size >= 0)).toBe(true);
      const allowed = desiredReplicas(web) + rollingLimits(web).maxSurge;
      if (sizes[0] === 0) expect(sum).toBeGreaterThanOrEqual(allowed);
      else expect(sum).toBe(allowed);
    }),
    // Four equal sets whose shares are all rounded up.
    { examples: [[deployment(1, '100%', 0), [1, 2, 3, 4].map((i) => replicaSet(`set-${i}`, 10, 0))]] },
  );
});
