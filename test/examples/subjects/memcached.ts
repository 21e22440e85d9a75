import { findCondition, mergePatch } from '@opgen/runtime';
import { Deployment } from '@opgen/runtime/kinds/apps/v1';
import { HorizontalPodAutoscaler } from '@opgen/runtime/kinds/autoscaling/v2';
import { Pod } from '@opgen/runtime/kinds/core/v1';
import { expect } from 'vitest';
import { Memcached } from '../../../examples/memcached/src/api/cache/v1alpha1/memcached.ts';
import { setupMemcachedController } from '../../../examples/memcached/src/controllers/cache/memcached.controller.ts';
import { namesOf, readyPods, type Scene } from '../scene.ts';
import type { Step, Subject } from '../subject.ts';

const name = 'sessions';
const key = ({ namespace }: Scene): { name: string; namespace: string } => ({ name, namespace });
const change = (scene: Scene, spec: object): Promise<unknown> =>
  scene.client.patch(Memcached, key(scene), mergePatch({ spec }));
const first = 'memcached:1.6.39-alpine';
const second = 'memcached:1.6.40-alpine';

/** So many Pods serve, of this image, and the status says so. */
async function serves(scene: Scene, size: number, image: string): Promise<void> {
  const pods = await readyPods(scene);
  const images = pods.flatMap(({ spec }) => spec.containers.map((container) => container.image));
  expect(images).toEqual(Array.from({ length: size }, () => image));

  const { metadata, status } = await scene.client.get(Memcached, key(scene));
  expect(status).toMatchObject({
    observedGeneration: metadata.generation,
    replicas: size,
    readyReplicas: size,
    pods: pods.map((pod) => pod.metadata.name).toSorted(),
    currentImage: image,
    targetImage: image,
  });
  expect(findCondition(status?.conditions, 'Ready')?.status).toBe('True');
}

const creation: Step = {
  what: 'a Memcached of two Pods is created',
  act: (scene) => scene.client.create(Memcached, { metadata: key(scene), spec: { size: 2 } }),
  holds: (scene) => serves(scene, 2, first),
};

const upgrade: Step = {
  what: 'it gets a new version',
  act: (scene) => change(scene, { version: '1.6.40' }),
  holds: (scene) => serves(scene, 4, second),
};

export const memcached: Subject = {
  example: 'memcached',
  setup: setupMemcachedController,
  kind: Memcached,
  creates: [Deployment],
  upgrade,
  lifecycle: [
    creation,
    {
      what: 'its scale subresource is set to three',
      act: (scene) => scene.client.scale(Memcached, key(scene), 3),
      holds: (scene) => serves(scene, 3, first),
    },
    {
      what: 'a Pod is killed',
      act: async (scene) => scene.client.delete(Pod, (await readyPods(scene))[0]!.metadata),
      holds: (scene) => serves(scene, 3, first),
    },
    {
      what: 'an autoscaler wants four',
      act: (scene) =>
        scene.client.create(HorizontalPodAutoscaler, {
          metadata: key(scene),
          spec: {
            scaleTargetRef: { apiVersion: Memcached.apiVersion, kind: Memcached.kind, name },
            minReplicas: 4,
            maxReplicas: 6,
            metrics: [
              {
                type: 'Resource',
                resource: { name: 'cpu', target: { type: 'AverageValue', averageValue: '100m' } },
              },
            ],
          },
        }),
      holds: (scene) => serves(scene, 4, first),
    },
    upgrade,
    {
      what: 'it is deleted',
      act: async (scene) => {
        await scene.client.delete(HorizontalPodAutoscaler, key(scene));
        await scene.client.delete(Memcached, key(scene));
      },
      async holds(scene) {
        expect(await namesOf(scene, [Memcached, Deployment, Pod])).toEqual([]);
      },
    },
  ],
  configurationErrors: [
    {
      what: 'a version that cannot be pulled',
      make: async (scene, pods) => {
        pods.failToPull('memcached:9.9.9-alpine');
        await change(scene, { version: '9.9.9' });
      },
      async shows(scene) {
        const { status } = await scene.client.get(Memcached, key(scene));
        expect(findCondition(status?.conditions, 'Ready')?.status).toBe('False');
        expect(status).toMatchObject({ currentImage: first, targetImage: 'memcached:9.9.9-alpine' });
        // The Pods of the old version serve on.
        expect(await readyPods(scene)).toHaveLength(2);
      },
      correct: (scene) => change(scene, { version: null }),
    },
    {
      what: 'a spec that the schema rejects',
      make: (scene) => expect(change(scene, { size: -1 })).rejects.toThrow('spec.size'),
      shows: (scene) => serves(scene, 2, first),
      correct: async () => {},
    },
  ],
  async versions(scene) {
    const { status } = await scene.client.get(Memcached, key(scene));
    return { current: status?.currentImage, target: status?.targetImage };
  },
};
