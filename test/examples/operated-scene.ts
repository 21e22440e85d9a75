import { type EmbeddedScene, onEmbeddedCluster } from './embedded-scene.ts';
import { roleOf, startOperator } from './operator.ts';
import type { Subject } from './subject.ts';

/** Runs a function with a new scene in which the operator runs. */
export async function withOperator<T>(
  subject: Subject,
  run: (scene: EmbeddedScene) => Promise<T>,
): Promise<T> {
  return onEmbeddedCluster(subject, async (scene) => {
    const operator = await startOperator(subject, scene.cluster, await roleOf(subject, scene.cluster));
    try {
      return await run(scene);
    } finally {
      await operator.stop();
    }
  });
}
