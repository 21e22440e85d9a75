/** The lifecycles of all examples on kube-apiserver, kube-controller-manager, kube-scheduler and kwok. */
import { join } from 'node:path';
import { Namespace } from '@opgen/runtime/kinds/core/v1';
import { eventually, realServerAvailable, type RealCluster, startRealCluster } from '@opgen/testing';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { programs } from '../../packages/testing/src/envtest/programs.ts';
import { type Bed, realBed } from '../../packages/testing/test/workloads/scenarios/bed.ts';
import { exampleFolder } from './examples.ts';
import { roleOf, serveWebhooks, startOperator } from './operator.ts';
import { subjects } from './subjects.ts';

describe.skipIf(!(await realServerAvailable(programs)))('on a real cluster', () => {
  let cluster: RealCluster;
  let bed: Bed;

  beforeAll(async () => {
    cluster = await startRealCluster({ controllers: true, scheduler: true, kwok: true });
    bed = await realBed(cluster);
  });

  afterAll(() => bed[Symbol.asyncDispose]());

  // One after another: the roles of all examples have the same name before they are deployed.
  test.each(subjects)('$example from the creation of its instance to the deletion', async (subject) => {
    const namespace = `story-of-${subject.example}`;
    const scene = { client: cluster.client, namespace };
    await cluster.client.create(Namespace, { metadata: { name: namespace } });
    await cluster.install(join(exampleFolder(subject.example), 'config/crd'));
    const webhooks = await serveWebhooks(subject, cluster);
    const operator = await startOperator(subject, cluster, await roleOf(subject, cluster));
    for (const { act, holds } of subject.lifecycle) {
      await act(scene);
      await eventually(() => holds(scene), { timeout: 90_000 });
    }
    await operator.stop();
    await webhooks.stop();
  });
});
