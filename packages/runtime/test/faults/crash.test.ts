/** An operator that crashes after its n-th write, for every n: the next process finishes its work. */
import { expect, test } from 'vitest';
import { ConfigMap } from '../../src/kinds/core/v1.ts';
import { ticketsTooMany, whatIsWrong } from './support/status-observer.ts';
import { type Deed, VirtualScene } from './support/virtual-scene.ts';

/** The changes before the operator crashes, and how many writes they take. */
const works: { work: string; before: Deed[]; deeds: Deed[]; writes: number }[] = [
  {
    work: 'makes three servers',
    before: [],
    // A finalizer, three servers, a ticket and a status.
    deeds: [{ do: 'resize', name: 'lemon', size: 3 }],
    writes: 6,
  },
  {
    work: 'removes two of three servers',
    before: [{ do: 'resize', name: 'lemon', size: 3 }],
    deeds: [{ do: 'resize', name: 'lemon', size: 1 }],
    writes: 3,
  },
  {
    work: 'cleans up a deleted object',
    before: [{ do: 'resize', name: 'lemon', size: 3 }],
    deeds: [{ do: 'delete', name: 'lemon' }],
    writes: 1,
  },
  {
    work: 'repairs changed and deleted children',
    before: [{ do: 'resize', name: 'lemon', size: 2 }],
    deeds: [
      { do: 'edit a child', name: 'lemon' },
      { do: 'remove a server', name: 'lemon' },
    ],
    writes: 1,
  },
];

const cases = works.flatMap(({ writes, ...work }) =>
  Array.from({ length: writes }, (_, index) => ({ ...work, after: index + 1 })),
);

test.each(cases)('an operator that $work crashes after write $after', async ({ before, deeds, after }) => {
  const scene = await VirtualScene.start();
  scene.startOperator({ faults: {} });
  for (const deed of before) await scene.carryOut(deed);
  await scene.pass(10_000);

  const crashed = scene.chaos.crashAfterWrites(after);
  for (const deed of deeds) await scene.carryOut(deed);
  await scene.pass(1_000);
  await crashed;
  await scene.stopOperator();

  // A change made while no operator runs counts as well.
  await scene.carryOut({ do: 'resize', name: 'lime', size: 1 });
  scene.startOperator({ faults: {} });
  await scene.pass(10_000);
  expect(await whatIsWrong(scene.cluster.client, scene.world)).toEqual([]);
  expect(await ticketsTooMany(scene.cluster.client)).toBe(0);
  expect(scene.world.overlaps).toEqual([]);
  expect(scene.observer.doubled).toEqual([]);
  await scene.end();
});

test('children keep running without the operator, and drift is repaired after its restart', async () => {
  const scene = await VirtualScene.start();
  scene.startOperator({ faults: {} });
  await scene.carryOut({ do: 'resize', name: 'lemon', size: 2 });
  await scene.pass(10_000);
  await scene.stopOperator();
  expect(await whatIsWrong(scene.cluster.client, scene.world)).toEqual([]);

  await scene.carryOut({ do: 'edit a child', name: 'lemon' });
  await scene.carryOut({ do: 'resize', name: 'lemon', size: 4 });
  await scene.pass(3_600_000);
  expect(await whatIsWrong(scene.cluster.client, scene.world)).not.toEqual([]);

  scene.startOperator({ faults: {} });
  await scene.pass(10_000);
  expect(await whatIsWrong(scene.cluster.client, scene.world)).toEqual([]);
  await scene.end();
});

test('the next version of an operator does not write up-to-date objects', async () => {
  const scene = await VirtualScene.start();
  scene.startOperator({ faults: {} });
  for (const name of ['lemon', 'lime']) await scene.carryOut({ do: 'resize', name, size: 3 });
  await scene.pass(10_000);
  const versions = async (): Promise<string[]> =>
    (await scene.cluster.client.list(ConfigMap)).items.map(({ metadata }) => metadata.resourceVersion);
  const before = await versions();
  await scene.stopOperator();

  scene.startOperator({ faults: {} });
  await scene.pass(10_000);
  expect(scene.world.reconciles).toBeGreaterThan(2);
  expect(await versions()).toEqual(before);
  await scene.end();
});
