import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ApiError, ConnectionError, createClient, type LiveClient } from '@opgen/runtime';
import { kubeConfigTransport } from '@opgen/runtime/transport';
import { deploymentOf } from '../dev/deployment-of.ts';
import { UserError } from '../diagnostics.ts';
import { findProjectRoot, projectFileName } from '../project/find-project.ts';
import { ProjectFile } from '../project/project-file.ts';
import { unreadableRuns } from './diagnostics.ts';
import { type OperatorPod, operatorPods, sourceOf } from './operator-pods.ts';
import type { FindSources } from './runs-source.ts';

export interface DeployedOperatorOptions {
  cwd: string;
  env: Readonly<Record<string, string | undefined>>;
  /** A context of the kubeconfig instead of the current one. */
  context?: string | undefined;
  /** Use a token of this service account instead of that of the operator. */
  serviceAccount?: string | undefined;
}

/** Finds the Pods of the project's operator in the cluster, and tokens for their metrics servers. */
export async function withDeployedOperator<T>(
  { context, cwd, env, serviceAccount }: DeployedOperatorOptions,
  run: (find: FindSources) => Promise<T>,
): Promise<T> {
  const root = findProjectRoot(cwd);
  const { projectName } = ProjectFile.parse(readFileSync(join(root, projectFileName), 'utf8'));
  const { namePrefix, namespace } = deploymentOf(root, projectName);
  const deployment = { name: `${namePrefix}controller-manager`, namespace };
  const transport = await kubeConfigTransport({ context }, env).catch((error: unknown) => {
    throw unreadable(
      `cannot use the kubeconfig: ${(error as Error).message}`,
      'list the contexts with kubectl config get-contexts, and pass one with --context',
    );
  });
  const client = createClient(transport);
  try {
    return await run(async () => {
      const pods = await serving(client, deployment);
      return new Map(
        pods.map((pod) => [pod.uid, sourceOf(client, pod, serviceAccount ?? pod.serviceAccount)]),
      );
    });
  } catch (error) {
    if (!(error instanceof ApiError || error instanceof ConnectionError)) throw error;
    throw unreadable(
      `cannot reach the operator: ${error.message}`,
      'check the context, and that you may get deployments, list pods, get and create pods/portforward, and create serviceaccounts/token',
    );
  } finally {
    await transport.close();
  }
}

async function serving(
  client: LiveClient,
  deployment: { name: string; namespace: string },
): Promise<OperatorPod[]> {
  const name = `Deployment ${deployment.namespace}/${deployment.name}`;
  const pods = await operatorPods(client, deployment);
  if (pods === undefined)
    throw unreadable(
      `${name} is not in the cluster`,
      'run make deploy, pass another --context, or read a local operator with --url',
    );
  if (pods.length === 0) throw unreadable(`${name} has no running Pod`, 'see why: opgen doctor');
  const found = pods.filter(({ metrics }) => metrics !== undefined);
  if (found.length === 0)
    throw unreadable(
      `${name} serves no metrics`,
      'add --metrics-bind-address=:8443 to its arguments in config/manager/manager.yaml',
    );
  return found;
}

function unreadable(message: string, hint: string): UserError {
  return new UserError(unreadableRuns({ message, hint }));
}
