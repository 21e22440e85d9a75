import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Minor } from '@opgen/rules/builtin';
import type { WebhookEndpoint } from '@opgen/runtime/webhook';
import { startLocalCluster } from '../cluster/start-local-cluster.ts';
import { useKubeconfig } from '../cluster/use-kubeconfig.ts';
import { ApiObjects } from './api-objects.ts';
import { simulationOf } from './page/start-page.ts';
import { ProjectInCluster } from './project-in-cluster.ts';
import type { DevTarget } from './dev-target.ts';

export interface LocalTargetOptions {
  cwd: string;
  root: string;
  projectName: string;
  /** The operator watches one namespace only. */
  namespaced: boolean;
  /** The folder of temporary files. */
  folder: string;
  webhooks: WebhookEndpoint | undefined;
  version: Minor | undefined;
  nodes: number;
  state: string | undefined;
  manifests: readonly string[];
}

/** A year in seconds: no development session lasts longer. */
const tokenLifetime = 31_536_000;

/** Starts the embedded cluster. */
export async function localTarget(options: LocalTargetOptions): Promise<DevTarget> {
  const { cwd, folder, namespaced, projectName, root, webhooks } = options;
  const { cluster, kubeconfig, stop, url, version } = await startLocalCluster({
    version: options.version,
    nodes: options.nodes,
    state: options.state === undefined ? undefined : resolve(cwd, options.state),
    manifests: options.manifests.map((path) => resolve(cwd, path)),
  });
  const project = new ProjectInCluster({ cluster, root, name: projectName, namespaced, webhooks });
  const administrator = join(folder, 'kubeconfig');
  await mkdir(folder, { recursive: true });
  await writeFile(administrator, kubeconfig, { mode: 0o600 });
  return {
    url,
    version,
    transport: cluster.transport,
    anonymous: cluster.transportFor({ name: 'system:anonymous' }),
    api: new ApiObjects(cluster.transport),
    simulation: simulationOf(cluster),
    project,
    account: { namespace: project.namespace, name: `${projectName}-controller-manager` },
    tokenLifetime,
    kubeconfig,
    introduction: {
      text: `Kubernetes ${version} at ${url}\n  ${useKubeconfig(administrator)}`,
      data: { kubeconfig: administrator },
    },
    stop: async () => {
      await stop();
      return [];
    },
  };
}
