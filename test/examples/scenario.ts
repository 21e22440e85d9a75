import { join } from 'node:path';
import { Namespace } from '@opgen/runtime/kinds/core/v1';
import type { OperatorScenario } from '@opgen/testing';
import { exampleFolder } from './examples.ts';
import { roleOf, serveWebhooks } from './operator.ts';
import type { Step, Subject } from './subject.ts';

const namespace = 'story';

/** Steps of an example's lifecycle, for the helpers of `@opgen/testing` that play a scenario again and again. */
export function scenarioOf(subject: Subject, steps: readonly (Step | undefined)[]): OperatorScenario {
  return {
    cluster: { crds: join(exampleFolder(subject.example), 'config/crd'), workloads: { nodes: 2 } },
    async prepare(cluster, signal) {
      const webhooks = await serveWebhooks(subject, cluster);
      signal.addEventListener('abort', () => void webhooks.stop());
      await cluster.client.create(Namespace, { metadata: { name: namespace } });
    },
    connect: (cluster) => roleOf(subject, cluster),
    setup: subject.setup,
    async act(cluster) {
      const scene = { client: cluster.client, namespace };
      for (const step of steps) {
        await step?.act(scene);
        await cluster.settled();
        await step?.holds(scene);
      }
    },
  };
}
