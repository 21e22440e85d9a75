import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { realServerAvailable } from '../../../src/envtest/availability.ts';
import { programs } from '../../../src/envtest/programs.ts';
import { startRealCluster } from '../../../src/envtest/real-cluster.ts';
import { eventually } from '../../../src/eventually.ts';
import { autoscalerScenarios } from './autoscaler-scenarios.ts';
import { type Bed, embeddedBed, realBed } from './bed.ts';
import { cronJobScenarios } from './cron-job-scenarios.ts';
import { daemonSetScenarios } from './daemon-set-scenarios.ts';
import { deploymentScenarios } from './deployment-scenarios.ts';
import { jobScenarios } from './job-scenarios.ts';
import { play } from './scenario.ts';
import { replicationControllerScenarios } from './replication-controller-scenarios.ts';
import { schedulingScenarios } from './scheduling-scenarios.ts';
import { serviceScenarios } from './service-scenarios.ts';
import { statefulSetScenarios } from './stateful-set-scenarios.ts';
import { volumeScenarios } from './volume-scenarios.ts';

const scenarios = {
  ...autoscalerScenarios,
  ...cronJobScenarios,
  ...daemonSetScenarios,
  ...deploymentScenarios,
  ...jobScenarios,
  ...replicationControllerScenarios,
  ...schedulingScenarios,
  ...serviceScenarios,
  ...statefulSetScenarios,
  ...volumeScenarios,
};

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

  test.each(Object.entries(scenarios))('%s', async (name, scenario) => {
    const shown = new Map<string, unknown>();
    await play(embedded, name, scenario, async (step, show) => {
      await embedded.until(async () => {});
      shown.set(step, await show());
    });
    await play(real, name, scenario, (step, show) =>
      eventually(async () => expect(await show()).toEqual(shown.get(step)), { timeout: 90_000 }),
    );
  });
});
