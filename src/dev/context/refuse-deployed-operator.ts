import { UserError } from '../../diagnostics.ts';
import type { ApiObjects, ObjectReference } from '../api-objects.ts';
import { operatorRunsElsewhere } from '../diagnostics.ts';

/** Throws if the cluster runs the operator. */
export async function refuseDeployedOperator(
  api: ApiObjects,
  metadata: { name: string; namespace: string },
): Promise<void> {
  const deployment = await api.get<ObjectReference & { spec: { replicas?: number } }>({
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata,
  });
  if (deployment === undefined || deployment.spec.replicas === 0) return;
  const { name, namespace } = metadata;
  const message = `Deployment ${namespace}/${name} runs the operator`;
  const hint = `scale it down, and up again afterwards: kubectl scale deployment ${name} --namespace ${namespace} --replicas=0`;
  throw new UserError(operatorRunsElsewhere({ message, hint }));
}
