import { mergePatch } from '@opgen/runtime';
import { Deployment } from '@opgen/runtime/kinds/apps/v1';
import { HorizontalPodAutoscaler } from '@opgen/runtime/kinds/autoscaling/v2';
import { expect } from 'vitest';
import type { Scenario } from './scenario.ts';

const labels = { app: 'web' };

/** The real cluster has no metrics server either. */
export const autoscalerScenarios: Readonly<Record<string, Scenario>> = {
  'an autoscaler without metrics keeps the replicas in its range': async (bed, namespace, seen) => {
    const key = { name: 'web', namespace };
    const available = (replicas: number) => async () => {
      const { spec, status } = await bed.client.get(Deployment, key);
      expect([spec.replicas, status?.availableReplicas]).toEqual([replicas, replicas]);
    };
    const conditionIs = (reason: string) => async () => {
      const { status } = await bed.client.get(HorizontalPodAutoscaler, key);
      expect(status?.conditions?.map((each) => each.reason)).toContain(reason);
    };
    await bed.client.create(Deployment, {
      metadata: key,
      spec: {
        replicas: 1,
        selector: { matchLabels: labels },
        template: { metadata: { labels }, spec: { containers: [{ name: 'web', image: 'nginx:1' }] } },
      },
    });
    await bed.until(available(1));
    await bed.client.create(HorizontalPodAutoscaler, {
      metadata: key,
      spec: {
        scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' },
        minReplicas: 2,
        maxReplicas: 3,
      },
    });
    await bed.until(available(2));
    await bed.pass(15);
    await bed.until(conditionIs('FailedGetResourceMetric'));
    await seen('too few replicas');
    await bed.client.patch(
      HorizontalPodAutoscaler,
      key,
      mergePatch({ spec: { scaleTargetRef: { name: 'db' } } }),
    );
    await bed.pass(15);
    await bed.until(conditionIs('FailedGetScale'));
    await seen('a target that does not exist');
  },
};
