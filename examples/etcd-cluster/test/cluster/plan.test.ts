// SPDX-License-Identifier: Apache-2.0

import { describe, expect, test } from 'vitest';
import { World } from '../support/world.ts';

test('a cluster grows one member at a time, each added before its Pod starts', () => {
  const world = new World({ size: 3 });
  const steps = run(world);
  expect(steps).toEqual([
    'start shop-0',
    'add shop-1',
    'start shop-1',
    'promote shop-1',
    'add shop-2',
    'start shop-2',
    'promote shop-2',
  ]);
  expect(world.cluster.status).toMatchObject({
    phase: 'Running',
    size: 3,
    readyMembers: 3,
    currentVersion: '3.5.0',
  });
});

test('a cluster shrinks one member at a time, each removed before its Pod goes', () => {
  const world = running(3);
  resize(world, 1);
  expect(run(world)).toEqual(['remove shop-2', 'discard shop-2', 'remove shop-1', 'discard shop-1']);
  expect([...world.claims.keys()]).toEqual(['shop-0']);
});

test('a member that is not ready is the first to go', () => {
  const world = running(5);
  world.loseNode('shop-1');
  resize(world, 4);
  expect(run(world)).toEqual(['remove shop-1', 'discard shop-1']);
});

test('a Pod that is deleted or has failed starts again on its volume', () => {
  const world = running(3);
  world.deletePod('shop-0');
  expect(run(world)).toEqual(['start shop-0']);
  world.failPod('shop-1');
  expect(run(world)).toEqual(['stop shop-1', 'start shop-1']);
  expect(world.members.map(({ name }) => name)).toEqual(['shop-0', 'shop-1', 'shop-2']);
});

test('a member on a lost node is replaced once, under a new name', () => {
  const world = running(3);
  world.loseNode('shop-1');
  expect(run(world)).toEqual([
    'remove shop-1',
    'discard shop-1',
    'add shop-3',
    'start shop-3',
    'promote shop-3',
  ]);
  expect(run(world)).toEqual([]);
});

test('a member whose volume is lost is replaced', () => {
  const world = running(3);
  world.loseVolume('shop-2');
  expect(run(world)).toEqual(['remove shop-2', 'add shop-2', 'start shop-2', 'promote shop-2']);
});

test('without a majority nothing is removed or deleted, and members start again on their volumes', () => {
  const world = running(3);
  world.loseNode('shop-0');
  world.loseNode('shop-1');
  expect(run(world)).toEqual([]);
  expect(world.cluster.status).toMatchObject({ phase: 'QuorumLost', size: 3, readyMembers: 1 });

  const restarted = running(3);
  for (const name of ['shop-0', 'shop-1', 'shop-2']) restarted.deletePod(name);
  expect(run(restarted)).toEqual(['start shop-0', 'start shop-1', 'start shop-2']);
  expect(restarted.cluster.status?.phase).toBe('Running');
});

test('a cluster whose volumes are all lost is not started again without its data', () => {
  const world = running(3);
  for (const name of ['shop-0', 'shop-1', 'shop-2']) world.loseVolume(name);
  expect(run(world)).toEqual([]);
  expect(world.cluster.status?.phase).toBe('QuorumLost');
});

test('an upgrade restarts one member after the other', () => {
  const world = running(3);
  upgrade(world, '3.6.0');
  expect(run(world)).toEqual([
    'stop shop-0',
    'start shop-0',
    'stop shop-1',
    'start shop-1',
    'stop shop-2',
    'start shop-2',
  ]);
  expect(world.cluster.status).toMatchObject({ currentVersion: '3.6.0', targetVersion: '3.6.0' });
});

test.each([1, 3])(
  'of %d members, one with an image that cannot be pulled starts again with another',
  (size) => {
    const world = running(size);
    upgrade(world, '3.6.0');
    for (let steps = 0; steps < 4; steps += 1) world.reconcile();
    world.progress();
    world.reconcile();
    world.stall('shop-0');
    expect(run(world)).toEqual([]);
    upgrade(world, '3.6.1');
    expect(run(world).slice(0, 2)).toEqual(['stop shop-0', 'start shop-0']);
    expect(world.cluster.status).toMatchObject({ phase: 'Running', currentVersion: '3.6.1' });
  },
);

test('a paused cluster is not healed before it is resumed', () => {
  const world = running(3);
  pause(world, true);
  world.deletePod('shop-0');
  expect(run(world)).toEqual([]);
  expect(world.cluster.status).toMatchObject({ phase: 'Paused', readyMembers: 2 });
  pause(world, false);
  expect(run(world)).toEqual(['start shop-0']);
  expect(world.cluster.status?.conditions?.map(({ type }) => type)).not.toContain('Paused');
});

describe('whatever happens', () => {
  const seeds = Array.from({ length: 100 }, (_, index) => index);

  test.each(seeds.filter((seed) => seed % 10 === 0))(
    'from seed %d on, no step costs the majority',
    (first) => {
      for (let seed = first; seed < first + 10; seed += 1) survive(seed);
    },
  );
});

/** Lets a cluster live through random events, and then heals it. */
function survive(seed: number): void {
  const random = randomFrom(seed);
  const world = new World({ size: 1 + random(7) });
  for (let round = 0; round < 100; round += 1) {
    const names = [...world.pods.keys()];
    const victim = names[random(names.length)] ?? '';
    const event = random(14);
    if (event === 0) resize(world, 1 + random(7));
    if (event === 1) world.deletePod(victim);
    if (event === 2) world.failPod(victim);
    if (event === 3) pause(world, random(3) === 0);
    if (event === 4) upgrade(world, world.cluster.spec.version === '3.5.0' ? '3.6.0' : '3.6.1');
    // Losing data is survived while a majority keeps it.
    const healthy = world.voters.filter((member) => world.serves(member)).length;
    const spare = healthy - 1 > world.voters.length / 2;
    if (event === 5 && spare) world.loseNode(victim);
    if (event === 6 && spare) world.loseVolume(victim);
    reconcileSafely(world, seed);
  }
  pause(world, false);
  run(world);
  const { spec, status } = world.cluster;
  const { size, version } = spec;
  const expected = {
    phase: 'Running',
    size,
    readyMembers: size,
    currentVersion: version,
    targetVersion: version,
  };
  expect(status, `seed ${seed}`).toMatchObject(expected);
  expect(world.pods.size, `seed ${seed}`).toBeGreaterThanOrEqual(size);
}

/** A reconcile, after which the majority is as safe as before. */
function reconcileSafely(world: World, seed: number): void {
  const { hasQuorum, members, claims } = world;
  const before = { members: new Set(members.map(({ name }) => name)), claims: new Set(claims.keys()) };
  const next = world.reconcile();
  const context = `seed ${seed}: ${next.message}`;
  if (world.members.length > before.members.size + 1 || world.members.length < before.members.size - 1)
    throw new Error(context);
  expect(world.members.filter(({ isLearner }) => isLearner).length, context).toBeLessThanOrEqual(1);
  if (hasQuorum && world.voters.length > 2)
    expect(world.hasQuorum || next.step?.type === 'stop', context).toBe(true);
  if (!hasQuorum) {
    expect(['start', 'stop', 'record', undefined], context).toContain(next.step?.type);
    expect(world.members, context).toHaveLength(before.members.size);
  }
  if (next.step?.type === 'start' && world.cluster.status?.clusterID !== undefined && hasQuorum)
    expect(before.members, context).toContain(next.step.joining.name);
  if (next.step?.type === 'discard') expect(before.members, context).not.toContain(next.step.member);
  world.progress();
}

/** Reconciles until nothing is left to do, and returns the steps. */
function run(world: World): string[] {
  const steps: string[] = [];
  for (let quiet = 0; quiet < 60;) {
    const { step } = world.reconcile();
    world.progress();
    quiet = step === undefined ? quiet + 1 : 0;
    if (step === undefined || step.type === 'record' || step.type === 'restore') continue;
    const name =
      step.type === 'start'
        ? step.joining.name
        : step.type === 'stop'
          ? step.pod.metadata.name
          : typeof step.member === 'string'
            ? step.member
            : step.member.name;
    steps.push(`${step.type} ${name}`);
    if (steps.length > 100) throw new Error(`no end: ${steps.slice(-10).join(', ')}`);
  }
  return steps;
}

function running(size: number): World {
  const world = new World({ size });
  run(world);
  return world;
}

function resize(world: World, size: number): void {
  world.cluster = { ...world.cluster, spec: { ...world.cluster.spec, size } };
}

function pause(world: World, paused: boolean): void {
  world.cluster = { ...world.cluster, spec: { ...world.cluster.spec, paused } };
}

function upgrade(world: World, version: string): void {
  world.cluster = { ...world.cluster, spec: { ...world.cluster.spec, version } };
}

/** Random numbers that a seed determines. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed * 2_654_435_761 + 1;
  return (below) => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 0x9e37_79b9) | 0;
    return below === 0 ? 0 : ((state ^ (state >>> 13)) >>> 0) % below;
  };
}
