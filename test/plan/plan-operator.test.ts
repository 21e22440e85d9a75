import { createClient } from '@opgen/runtime';
import { startCluster, type TestCluster } from '@opgen/testing';
import { expect, test } from 'vitest';
import { realServerAvailable } from '../../packages/testing/src/envtest/availability.ts';
import { startRealCluster } from '../../packages/testing/src/envtest/real-cluster.ts';
import { compareStates, type PlannedChange } from '../../src/plan/compare-states.ts';
import type { PlannedObject } from '../../src/plan/planned-object.ts';
import { planOf } from './example.ts';
import { runFor } from './real-run.ts';
import { type Scenario, scenarios } from './scenarios.ts';

/** All objects of the kinds in a plan. */
async function objectsOf(
  { transport }: TestCluster,
  changes: readonly PlannedChange[],
): Promise<PlannedObject[]> {
  const client = createClient(transport);
  const planned = new Set(changes.map(({ apiVersion, kind }) => `${apiVersion} ${kind}`));
  const kinds = (await client.discover()).filter(({ apiVersion, kind }) =>
    planned.has(`${apiVersion} ${kind}`),
  );
  const lists = await Promise.all(kinds.map((kind) => client.list(kind)));
  return lists.flatMap(({ items }) => items as unknown as PlannedObject[]);
}

const titleOf = ({ action, kind, name, namespace }: PlannedChange): string =>
  `${action} ${kind} ${namespace === undefined ? '' : `${namespace}/`}${name}`;

async function checkScenario({ changes, prepare }: Scenario, cluster: TestCluster): Promise<void> {
  const example = await prepare(cluster);
  const requests = cluster.audit().length;
  const plan = await planOf(example, cluster.transport);
  expect(plan).toMatchObject({ settled: true, diagnostics: [] });
  expect(plan.objects.map(titleOf)).toEqual(changes);
  expect((await planOf(example, cluster.transport)).objects).toEqual(plan.objects);
  const verbs = cluster
    .audit()
    .slice(requests)
    // A real server renews its own Lease.
    .filter(({ user }) => user.username !== 'system:apiserver')
    .map(({ verb }) => verb);
  // Watches of the operator that ran before may end late.
  expect(verbs.filter((verb) => !['get', 'list', 'watch'].includes(verb))).toEqual([]);
  expect(verbs).toContain('list');

  const before = await objectsOf(cluster, plan.objects);
  const from = Date.now();
  await runFor(example, cluster);
  const after = await objectsOf(cluster, plan.objects);
  expect(compareStates(before, after, { from, to: Date.now() })).toEqual(plan.objects);
  expect(await planOf(example, cluster.transport)).toMatchObject({ objects: [], manifests: [] });
}

test.each(scenarios)('the real run of $name makes exactly the planned changes', async (scenario) => {
  await using cluster = await startCluster({ audit: true });
  await checkScenario(scenario, cluster);
});

/**
 * Without kube-controller-manager, which would change Deployments and Jobs at the same time. So nothing collects
 * garbage, and a plan that deletes objects with their owner cannot come true.
 */
test.skipIf(!(await realServerAvailable())).each(scenarios.filter(({ changes }) => !deletes(changes)))(
  'the same on a real API server: $name',
  async (scenario) => {
    await using cluster = await startRealCluster({ audit: true });
    await checkScenario(scenario, cluster);
  },
);

function deletes(changes: readonly string[]): boolean {
  return changes.some((change) => change.startsWith('delete '));
}
