/** Whatever happens between an operator and its API server, it reaches the desired state. */
import { type Fault, usualRates } from '@opgen/testing';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { ticketsTooMany, whatIsWrong } from './support/status-observer.ts';
import { type Deed, names, VirtualScene } from './support/virtual-scene.ts';

const name = fc.constantFrom(...names);
const deed: fc.Arbitrary<Deed> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('resize' as const), name, size: fc.nat(4) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('delete' as const), name }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('edit a child' as const), name }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('remove a server' as const), name }) },
);
const wait = fc.constantFrom(0, 1, 20, 500, 10_000, 70_000);
const story = fc.array(fc.record({ deed, wait }), { minLength: 3, maxLength: 15 });

const rates = { ...usualRates, watchStalled: 0.02 };
const single = Object.keys(rates) as Fault[];
const cases: { name: string; faults: Partial<Record<Fault, number>>; numRuns: number }[] = [
  { name: 'no fault', faults: {}, numRuns: 5 },
  ...single.map((fault) => ({ name: fault, faults: { [fault]: 0.25 }, numRuns: 8 })),
  { name: 'lost answers and late events', faults: { lostAnswer: 0.3, watchDelayed: 0.9 }, numRuns: 30 },
  { name: 'all of them at once', faults: rates, numRuns: 30 },
];

test.each(cases)('$name: converges to the desired state', async ({ faults, numRuns }) => {
  const runs = fc.asyncProperty(fc.nat(1_000_000), story, async (seed, steps) => {
    const scene = await VirtualScene.start();
    scene.startOperator({ seed, faults, latency: 300 });
    for (const step of steps) {
      await scene.carryOut(step.deed);
      await scene.pass(step.wait);
    }
    scene.chaos.calm();
    await scene.pass(120_000);

    expect(await whatIsWrong(scene.cluster.client, scene.world)).toEqual([]);
    expect(scene.world.overlaps).toEqual([]);
    expect(scene.observer.doubled).toEqual([]);
    // If a create has failed and the retry reads a stale list, the operator cannot know that a ticket
    // already exists.
    expect(await ticketsTooMany(scene.cluster.client)).toBeLessThanOrEqual(scene.chaos.happened.stale);
    const { reconciles } = scene.world;
    await scene.pass(600_000);
    expect(scene.world.reconciles - reconciles, 'at rest').toBe(0);
    await scene.end();
    expect(scene.clock.pending, 'timers that are left').toBe(0);
  });
  await fc.assert(runs, { numRuns });
});
