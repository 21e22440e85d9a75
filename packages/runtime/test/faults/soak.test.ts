/** An hour of an operator's life, with a fault every few seconds, and a new process every ten minutes. */
import { usualRates } from '@opgen/testing';
import { expect, test } from 'vitest';
import { ticketsTooMany, whatIsWrong } from './support/status-observer.ts';
import { type Deed, names, VirtualScene } from './support/virtual-scene.ts';

const faults = { ...usualRates, watchStalled: 0.01 };
const minute = 60_000;

/** Deterministic, but varied: the same step always gives the same deed. */
function deedAt(step: number): Deed {
  const name = names[step % names.length] ?? names[0];
  const mixed = (step * 2_654_435_761) % 11;
  if (mixed === 0) return { do: 'delete', name };
  if (mixed === 1) return { do: 'edit a child', name };
  if (mixed === 2) return { do: 'remove a server', name };
  return { do: 'resize', name, size: mixed % 5 };
}

test('converges after an hour with faults, and leaks nothing', async () => {
  const scene = await VirtualScene.start();
  let [happened, stale] = [0, 0];
  for (let life = 0; life < 6; life += 1) {
    scene.startOperator({ seed: life, faults, latency: 500 });
    for (let step = 0; step < 120; step += 1) {
      await scene.carryOut(deedAt(life * 120 + step));
      await scene.pass(5_000);
    }
    happened += Object.values(scene.chaos.happened).reduce((sum, count) => sum + count);
    stale += scene.chaos.happened.stale;
    if (life < 5) await scene.stopOperator();
    expect(scene.clock.pending, 'timers of a process that has ended').toBeLessThan(life < 5 ? 1 : 100);
  }
  scene.chaos.calm();
  await scene.pass(2 * minute);

  expect(scene.clock.monotonic()).toBeGreaterThan(60 * minute);
  expect(happened, 'faults').toBeGreaterThan(500);
  expect(await whatIsWrong(scene.cluster.client, scene.world)).toEqual([]);
  expect(await ticketsTooMany(scene.cluster.client)).toBeLessThanOrEqual(stale);
  expect(scene.world.overlaps).toEqual([]);
  expect(scene.observer.doubled).toEqual([]);
  expect(
    scene.log.text.filter((line) => line.startsWith('error') && line !== 'error reconcile failed'),
  ).toEqual([]);
  await scene.end();
  expect(scene.clock.pending, 'timers that are left').toBe(0);
});
