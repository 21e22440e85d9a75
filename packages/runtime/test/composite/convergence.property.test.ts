/** From any initial state, the children converge to the desired ones, and other objects stay unchanged. */
import { Pod } from '@opgen/runtime/kinds/core/v1';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { type AnyChild, child } from '../../src/composite/child.ts';
import { withCompositeMetadata } from '../../src/composite/composite-metadata.ts';
import { owned, type UpdateStrategy } from '../../src/composite/owned.ts';
import { type ChildStep, planChildren } from '../../src/composite/plan-children.ts';
import type { KubernetesObject } from '../../src/objects/object.ts';
import { memcached } from '../support/objects.ts';

const parent = memcached('cache', 1);
const at = { parent, name: 'memcached', inherit: {}, adopt: false };
const names = ['a', 'b', 'c', 'd'];

const pod = (name: string, image: string): AnyChild =>
  child(Pod, { metadata: { name }, spec: { containers: [{ name: 'main', image }] } });

/** A server that performs every step, and the readiness of its Pods. */
class World {
  readonly pods = new Map<string, KubernetesObject>();
  readonly ready = new Set<string>();
  #uids = 0;

  set(name: string, child: AnyChild): void {
    const known = this.pods.get(name)?.metadata;
    const { uid = `uid-${(this.#uids += 1)}` } = known ?? {};
    const metadata = {
      ...child.metadata,
      uid,
      resourceVersion: '1',
      creationTimestamp: '2026-01-01T00:00:00Z',
    };
    this.pods.set(name, { ...child, metadata } as KubernetesObject);
  }

  take(step: ChildStep): void {
    if (step.type === 'apply') {
      this.set(step.child.metadata.name, step.child);
      this.ready.delete(step.child.metadata.name);
    }
    if (step.type === 'recreate' || step.type === 'prune') this.pods.delete(step.object.metadata.name);
  }

  plan(update: UpdateStrategy, wanted: ReadonlyMap<string, string>): ChildStep[] {
    return planChildren({
      ...at,
      owned: [
        owned<KubernetesObject>(Pod, { update, isReady: ({ metadata }) => this.ready.has(metadata.name) }),
      ],
      desired: [...wanted].map(([name, image]) => pod(name, image)),
      existing: () => [...this.pods.values()],
      find: (_, { name }) => this.pods.get(name),
    });
  }

  get images(): Record<string, string> {
    return Object.fromEntries(
      [...this.pods]
        .map(([name, object]) => [name, (object as Pod).spec?.containers[0]?.image ?? ''])
        .toSorted(),
    );
  }
}

const images = fc.constantFrom('one', 'two', 'three');
const pods = fc
  .array(fc.tuple(fc.constantFrom(...names), images), { maxLength: 4 })
  .map((entries) => new Map(entries));

test.each<UpdateStrategy>(['InPlace', 'Recreate', 'RollingInPlace', 'RollingRecreate'])(
  'children converge with %s even if crashes interrupt the steps',
  (update) => {
    fc.assert(
      fc.property(pods, pods, fc.array(fc.nat(5), { maxLength: 6 }), (before, wanted, crashes) => {
        const world = new World();
        world.set('other', { ...pod('other', 'other'), metadata: { name: 'other', namespace: 'default' } });
        for (const [name, image] of before)
          world.set(name, withCompositeMetadata(Pod, pod(name, image), parent, at));

        for (const steps of crashes)
          for (const step of world.plan(update, wanted).slice(0, steps)) world.take(step);
        for (let round = 0; round < 3 * names.length; round += 1) {
          for (const step of world.plan(update, wanted)) world.take(step);
          for (const name of names) world.ready.add(name);
        }

        expect(world.images).toEqual(Object.fromEntries([...wanted, ['other', 'other']].toSorted()));
      }),
    );
  },
);

test.each<UpdateStrategy>(['RollingInPlace', 'RollingRecreate'])(
  'at most one child at a time is down with %s',
  (update) => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { minLength: 5, maxLength: 40 }), (becomesReady) => {
        const world = new World();
        for (const name of names) world.set(name, withCompositeMetadata(Pod, pod(name, 'one'), parent, at));
        for (const name of names) world.ready.add(name);
        const wanted = new Map(names.map((name) => [name, 'two']));
        for (const isLucky of becomesReady) {
          // A child that is applied without a change stays ready.
          const before = world.images;
          const wasReady = new Set(world.ready);
          for (const step of world.plan(update, wanted)) world.take(step);
          for (const [name, image] of Object.entries(world.images)) {
            if (before[name] === image && wasReady.has(name)) world.ready.add(name);
          }
          expect(
            names.filter((name) => !world.pods.has(name) || !world.ready.has(name)).length,
          ).toBeLessThanOrEqual(1);
          if (isLucky) for (const name of names) if (world.pods.has(name)) world.ready.add(name);
        }
      }),
    );
  },
);
