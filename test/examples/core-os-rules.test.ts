/**
 * The rules that CoreOS set for operators when it introduced them, on every example. The last one, that tests kill Pods
 * and break the configuration and the network, is `faults.test.ts`.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import type { ObjectMeta } from '@opgen/runtime';
import { Deployment } from '@opgen/runtime/kinds/apps/v1';
import { CustomResourceDefinition } from '@opgen/runtime/kinds/apiextensions/v1';
import { Namespace, Pod } from '@opgen/runtime/kinds/core/v1';
import { ClusterRole, ClusterRoleBinding } from '@opgen/runtime/kinds/rbac/v1';
import { startCluster } from '@opgen/testing';
import { describe, expect, test } from 'vitest';
import { type EmbeddedScene, onEmbeddedCluster } from './embedded-scene.ts';
import { exampleFolder } from './examples.ts';
import { withOperator } from './operated-scene.ts';
import { roleOf, startOperator } from './operator.ts';
import { readyPods } from './scene.ts';
import type { Step, Subject } from './subject.ts';
import { subjects } from './subjects.ts';

const hasKubectl = spawnSync('kubectl', ['version', '--client']).status === 0;

async function play(scene: EmbeddedScene, steps: readonly (Step | undefined)[]): Promise<void> {
  for (const step of steps) {
    await step?.act(scene);
    await scene.cluster.settled();
    await step?.holds(scene);
  }
}

/** What tells an object from one that was created or changed after it. */
const identity = ({ name, uid, generation }: ObjectMeta): object => ({ name, uid, generation });

async function identities({ client, namespace }: EmbeddedScene, { creates }: Subject): Promise<object[]> {
  const lists = await Promise.all([...creates, Pod].map((kind) => client.list(kind, { namespace })));
  return lists.flatMap(({ items }) => items.map(({ metadata }) => identity(metadata)));
}

describe.each(subjects)('$example', (subject) => {
  const [creation] = subject.lifecycle;

  test.skipIf(!hasKubectl)('is installed by one Deployment', async () => {
    await using cluster = await startCluster({ workloads: true });
    await cluster.install(join(exampleFolder(subject.example), 'config/default'));
    await cluster.settled();
    const { items } = await cluster.client.list(Deployment);
    expect(items.map(({ status }) => status?.availableReplicas)).toEqual([1]);
  });

  test('creates built-in objects, which its instance controls', async () => {
    await withOperator(subject, async (scene) => {
      await play(scene, [creation]);
      const { items: definitions } = await scene.client.list(CustomResourceDefinition);
      const own = new Set(definitions.map(({ spec }) => spec.group));
      for (const kind of subject.creates) {
        expect(own).not.toContain(kind.group);
        const { items } = await scene.client.list(kind, { namespace: scene.namespace });
        expect(items).not.toEqual([]);
        for (const { metadata } of items)
          expect(metadata.ownerReferences).toMatchObject([{ kind: subject.kind.kind, controller: true }]);
      }
    });
  });

  test('takes over what an earlier process of the operator created, without touching it', async () => {
    await onEmbeddedCluster(subject, async (scene) => {
      const transport = await roleOf(subject, scene.cluster);
      const old = await startOperator(subject, scene.cluster, transport);
      await play(scene, [creation]);
      await old.stop();
      const before = await identities(scene, subject);
      const next = await startOperator(subject, scene.cluster, transport);
      await scene.cluster.settled();
      expect(await identities(scene, subject)).toEqual(before);
      await next.stop();
    });
  });

  test('leaves its instance running when it is removed, and takes it over when it returns', async () => {
    await onEmbeddedCluster(subject, async (scene) => {
      const { client, cluster } = scene;
      const operator = await startOperator(subject, cluster, await roleOf(subject, cluster));
      await play(scene, [creation]);
      const running = await readyPods(scene);
      expect(running).not.toEqual([]);

      await operator.stop();
      await client.delete(ClusterRoleBinding, { name: 'manager-rolebinding' });
      await client.delete(ClusterRole, { name: 'manager-role' });
      await client.delete(Namespace, { name: 'system' });
      await cluster.clock.advance('1h');
      await cluster.settled();
      expect(await readyPods(scene)).toEqual(running);

      const returned = await startOperator(subject, cluster, await roleOf(subject, cluster));
      await cluster.settled();
      await creation?.holds(scene);
      expect((await readyPods(scene)).map(({ metadata }) => metadata.uid)).toEqual(
        running.map(({ metadata }) => metadata.uid),
      );
      await returned.stop();
    });
  });

  test('declares the version in the resource, and shows the current and the target version', async () => {
    await withOperator(subject, async (scene) => {
      const { lifecycle, upgrade } = subject;
      const upgraded = lifecycle.indexOf(upgrade);
      await play(scene, lifecycle.slice(0, upgraded));
      const before = await subject.versions(scene);
      expect(before.current).toBe(before.target);
      await play(scene, [upgrade]);
      const after = await subject.versions(scene);
      expect(after.current).toBe(after.target);
      expect(after.target).not.toBe(before.target);
    });
  });
});
