import { findCondition, mergePatch } from '@opgen/runtime';
import { Deployment } from '@opgen/runtime/kinds/apps/v1';
import { Pod, Service } from '@opgen/runtime/kinds/core/v1';
import { EndpointSlice } from '@opgen/runtime/kinds/discovery/v1';
import { Ingress } from '@opgen/runtime/kinds/networking/v1';
import { expect } from 'vitest';
import { DemoApplication } from '../../../examples/demo-application/src/api/demo/v1/demo-application.ts';
import { setupDemoApplicationController } from '../../../examples/demo-application/src/controllers/demo/demo-application.controller.ts';
import { setupWebhooks } from '../../../examples/demo-application/src/webhooks/webhooks.ts';
import { namesOf, readyPods, type Scene } from '../scene.ts';
import type { Step, Subject } from '../subject.ts';

const name = 'shop';
const key = ({ namespace }: Scene): { name: string; namespace: string } => ({ name, namespace });
const change = (scene: Scene, spec: object): Promise<unknown> =>
  scene.client.patch(DemoApplication, key(scene), mergePatch({ spec }));

/** So many Pods serve, of this image, and the status says so. */
async function serves(scene: Scene, replicas: number, image: string): Promise<void> {
  const pods = await readyPods(scene);
  const images = pods.flatMap(({ spec }) => spec.containers.map((container) => container.image));
  expect(images).toEqual(Array.from({ length: replicas }, () => image));

  const { items: slices } = await scene.client.list(EndpointSlice, { namespace: scene.namespace });
  const addresses = slices.flatMap(({ endpoints }) => endpoints ?? []).flatMap((each) => each.addresses);
  expect(addresses.toSorted()).toEqual(pods.map(({ status }) => status?.podIP).toSorted());

  const { metadata, status } = await scene.client.get(DemoApplication, key(scene));
  expect(status).toMatchObject({
    observedGeneration: metadata.generation,
    readyReplicas: replicas,
    currentImage: image,
    targetImage: image,
  });
  expect(findCondition(status?.conditions, 'Ready')?.status).toBe('True');
}

const creation: Step = {
  what: 'an application with two Pods is created',
  act: (scene) =>
    scene.client.create(DemoApplication, {
      metadata: key(scene),
      spec: {
        image: 'shop:1',
        replicas: 2,
        env: [{ name: 'GREETING', value: 'hello' }],
        ports: [{ name: 'http', port: 8080, targetPort: 'web' }],
        ingress: { host: 'shop.example.com' },
      },
    }),
  async holds(scene) {
    await serves(scene, 2, 'shop:1');
    for (const { spec } of await readyPods(scene)) {
      expect(spec.containers).toMatchObject([
        { env: [{ name: 'GREETING', value: 'hello' }], ports: [{ name: 'web', containerPort: 8080 }] },
      ]);
    }
    const { spec } = await scene.client.get(Ingress, key(scene));
    expect(spec).toMatchObject({
      rules: [
        {
          host: 'shop.example.com',
          http: { paths: [{ backend: { service: { name, port: { number: 8080 } } } }] },
        },
      ],
    });
  },
};

const upgrade: Step = {
  what: 'it gets a new image',
  act: (scene) => change(scene, { image: 'shop:2' }),
  holds: (scene) => serves(scene, 3, 'shop:2'),
};

export const demoApplication: Subject = {
  example: 'demo-application',
  setup: setupDemoApplicationController,
  setupWebhooks,
  kind: DemoApplication,
  creates: [Deployment, Service, Ingress],
  upgrade,
  lifecycle: [
    creation,
    {
      what: 'it is scaled to three',
      act: (scene) => change(scene, { replicas: 3 }),
      holds: (scene) => serves(scene, 3, 'shop:1'),
    },
    {
      what: 'a Pod is killed',
      act: async (scene) => scene.client.delete(Pod, (await readyPods(scene))[0]!.metadata),
      holds: (scene) => serves(scene, 3, 'shop:1'),
    },
    upgrade,
    {
      what: 'its host changes',
      act: (scene) => change(scene, { ingress: { host: 'store.example.com' } }),
      async holds(scene) {
        const { spec } = await scene.client.get(Ingress, key(scene));
        expect(spec?.rules?.map(({ host }) => host)).toEqual(['store.example.com']);
      },
    },
    {
      what: 'its host is unset',
      act: (scene) => change(scene, { ingress: null }),
      async holds(scene) {
        expect(await scene.client.find(Ingress, key(scene))).toBeUndefined();
        await serves(scene, 3, 'shop:2');
      },
    },
    {
      what: 'it is deleted',
      act: (scene) => scene.client.delete(DemoApplication, key(scene)),
      async holds(scene) {
        expect(await namesOf(scene, [DemoApplication, Deployment, Service, Ingress, Pod])).toEqual([]);
      },
    },
  ],
  configurationErrors: [
    {
      what: 'an image that cannot be pulled',
      make: async (scene, pods) => {
        pods.failToPull('shop:typo');
        await change(scene, { image: 'shop:typo' });
      },
      async shows(scene) {
        const { status } = await scene.client.get(DemoApplication, key(scene));
        expect(findCondition(status?.conditions, 'Ready')?.status).toBe('False');
        expect(status).toMatchObject({ currentImage: 'shop:1', targetImage: 'shop:typo' });
        // The Pods of the old image serve on.
        expect(await readyPods(scene)).toHaveLength(2);
      },
      correct: (scene) => change(scene, { image: 'shop:1' }),
    },
    {
      what: 'a spec that the schema rejects',
      make: (scene) => expect(change(scene, { replicas: -1 })).rejects.toThrow('spec.replicas'),
      shows: (scene) => serves(scene, 2, 'shop:1'),
      correct: async () => {},
    },
    {
      what: 'a port name that the Deployment does not accept',
      make: (scene) =>
        change(scene, {
          ports: [{ name: 'http', port: 8080, targetPort: 'a-name-of-more-than-15-letters' }],
        }),
      shows: async (scene) => expect(await readyPods(scene)).toHaveLength(2),
      correct: (scene) => change(scene, { ports: [{ name: 'http', port: 8080, targetPort: 'web' }] }),
    },
  ],
  async versions(scene) {
    const { status } = await scene.client.get(DemoApplication, key(scene));
    return { current: status?.currentImage, target: status?.targetImage };
  },
};
