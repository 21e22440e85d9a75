import { join } from 'node:path';
import { Namespace } from '@opgen/runtime/kinds/core/v1';
import { startCluster, type WorkloadCluster } from '@opgen/testing';
import { exampleFolder } from './examples.ts';
import { serveWebhooks } from './operator.ts';
import type { Scene } from './scene.ts';
import type { Subject } from './subject.ts';

/** A scene in its own embedded cluster, with the CRDs and the webhooks of an example. */
export interface EmbeddedScene extends Scene {
  readonly cluster: WorkloadCluster;
}

/** Runs a function with a new scene. */
export async function onEmbeddedCluster<T>(
  subject: Subject,
  run: (scene: EmbeddedScene) => Promise<T>,
): Promise<T> {
  const crds = join(exampleFolder(subject.example), 'config/crd');
  await using cluster = await startCluster({ workloads: { nodes: 2 }, crds });
  const webhooks = await serveWebhooks(subject, cluster);
  const namespace = 'story';
  await cluster.client.create(Namespace, { metadata: { name: namespace } });
  try {
    return await run({ client: cluster.client, namespace, cluster });
  } finally {
    await webhooks.stop();
  }
}
