import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { realServerAvailable } from '../../../src/envtest/availability.ts';
import { programs } from '../../../src/envtest/programs.ts';
import { startRealCluster } from '../../../src/envtest/real-cluster.ts';
import { type Bed, embeddedBed, realBed } from './bed.ts';
import { knownDifferences } from './known-differences.ts';
import { deploymentScenarios } from './deployment-scenarios.ts';
import { type Played, play } from './scenario.ts';
import { schedulingScenarios } from './scheduling-scenarios.ts';

describe.skipIf(!(await realServerAvailable(programs)))('as on a real cluster', () => {
  let embedded: Bed;
  let real: Bed;
  beforeAll(async () => {
    [embedded, real] = await Promise.all([
      embeddedBed(),
      realBed(await startRealCluster({ controllers: true, scheduler: true, kwok: true })),
    ]);
  });
  afterAll(() => Promise.all([embedded, real].map((bed) => bed[Symbol.asyncDispose]())));

  test.each(Object.entries({ ...deploymentScenarios, ...schedulingScenarios }))(
    '%s',
    async (name, scenario) => {
      const expected = await play(real, name, scenario);
      const actual = await play(embedded, name, scenario);
      expect(compared(name, actual)).toEqual(compared(name, expected));
    },
  );
});

function compared(name: string, played: Played): Played {
  const accepted = knownDifferences.filter(({ scenario }) => scenario === name);
  const events = played.events.filter((line) => !accepted.some(({ event }) => event.test(line)));
  return { ...played, events };
}
