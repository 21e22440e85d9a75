import type { KubernetesObject } from '@opgen/runtime';
import { failed, type Health, healthOf, healthOfAll, healthy, progressing } from '@opgen/runtime/health';
import type { Deployment } from '@opgen/runtime/kinds/apps/v1';
import type { Job } from '@opgen/runtime/kinds/batch/v1';

export function messageOf(objects: readonly KubernetesObject[]): string {
  const health = healthOfAll(objects.map(healthOf));
  return health.state === 'healthy' ? 'all is well' : `${health.state}: ${health.reason}`;
}

export function serving(deployment: Deployment, smokeTest: Job | undefined): Health {
  if (smokeTest === undefined) return progressing('the smoke test has not been started');
  if (healthOf(smokeTest).state === 'failed') return failed('the smoke test found something');
  return (deployment.status?.availableReplicas ?? 0) > 0 ? healthy : progressing('nothing serves yet');
}
