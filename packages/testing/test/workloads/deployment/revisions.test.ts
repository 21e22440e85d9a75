import type { Deployment, ReplicaSet } from '@opgen/runtime/kinds/apps/v1';
import { expect, test } from 'vitest';
import { currentAnnotations, lastRevision } from '../../../src/workloads/deployment/revisions.ts';

const revision = 'deployment.kubernetes.io/revision';
const history = 'deployment.kubernetes.io/revision-history';
const deployment = { metadata: { name: 'web' } } as Deployment;

const replicaSet = (annotations: Record<string, string>): ReplicaSet =>
  ({ metadata: { name: 'web', annotations } }) as unknown as ReplicaSet;

test('a revision is a 64-bit number', () => {
  const sets = [replicaSet({ [revision]: '3546343826724305832' }), replicaSet({})];
  const next = lastRevision(sets) + 1n;
  expect(currentAnnotations(deployment, {}, next)).toEqual({ [revision]: '3546343826724305833' });
});

test('what is no number is no revision, and stays', () => {
  const old = { [revision]: 'first' };
  expect(lastRevision([replicaSet(old)])).toBe(0n);
  expect(currentAnnotations(deployment, old, 1n)).toEqual(old);
});

test('the history of revisions has at most 2000 characters', () => {
  const old = { [revision]: '999', [history]: Array.from({ length: 500 }, () => '999').join() };
  const next = currentAnnotations(deployment, old, 1000n)[history];
  expect(next).toHaveLength(1999);
});
