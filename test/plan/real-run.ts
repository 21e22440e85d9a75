import type { Run } from '@opgen/runtime/runs';
import type { TestCluster } from '@opgen/testing';
import { ApiObjects } from '../../src/dev/api-objects.ts';
import { OperatorCredentials } from '../../src/dev/operator-credentials.ts';
import { ProjectInCluster } from '../../src/dev/project-in-cluster.ts';
import { operatorArguments, servesWebhooks } from '../../src/dev/operator-arguments.ts';
import { OperatorProcess } from '../../src/dev/operator-process.ts';
import { chooseWebhookEndpoint } from '../../src/dev/webhook-endpoint.ts';
import { Settlement } from '../../src/plan/settlement.ts';
import { waitUntilSettled } from '../../src/plan/wait-until-settled.ts';
import type { Example } from './example.ts';

/** Deploys an example and runs it in the cluster itself until it has come to rest. */
export async function runFor(example: Example, cluster: TestCluster): Promise<Run[]> {
  const { bundle, folder, name, root } = example;
  const webhooks = await chooseWebhookEndpoint(folder, new Date());
  const args = operatorArguments(root, webhooks.bindAddress, folder);
  const project = new ProjectInCluster({
    cluster,
    root,
    name,
    namespaced: false,
    webhooks: servesWebhooks(root) ? webhooks.endpoint : undefined,
  });
  await project.apply();
  const credentials = new OperatorCredentials({
    api: new ApiObjects(cluster.transport),
    account: { namespace: project.namespace, name: `${name}-controller-manager` },
    kubeconfig: (await cluster.serve()).kubeconfig,
    folder,
    lifetime: 3_600,
    now: () => new Date(),
  });
  const runs: Run[] = [];
  const settlement = new Settlement();
  const reports = { settlement, idleReports: 0, exited: undefined as Error | undefined };
  const operator = new OperatorProcess({
    file: bundle,
    args,
    cwd: root,
    env: { ...process.env, KUBECONFIG: await credentials.write(), POD_NAMESPACE: project.namespace },
    onRun: (run) => {
      runs.push(run);
      settlement.ran(run, performance.now());
    },
    onIdle: (idle) => (reports.idleReports = idle ? reports.idleReports + 1 : 0),
    onLine: () => {},
    onExit: ({ message }) => (reports.exited = new Error(message)),
  });
  try {
    const { signal } = new AbortController();
    if (!(await waitUntilSettled(cluster, reports, { timeout: 120_000, signal })))
      throw new Error('the operator does not settle');
  } finally {
    credentials.stop();
    await operator.stop();
  }
  return runs;
}
