import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import type { Minor } from '@opgen/rules/builtin';
import { addToKubeconfig, removeFromKubeconfig } from '../cluster/kubeconfig-file.ts';
import { useKubeconfig } from '../cluster/use-kubeconfig.ts';
import { type LocalCluster, startLocalCluster } from '../cluster/start-local-cluster.ts';
import type { ActionContext } from './action-context.ts';
import type { ActionResult } from './action-result.ts';

export interface ClusterOptions {
  version?: Minor;
  nodes: number;
  workloads: boolean;
  port?: number;
  state?: string;
  auditLog?: string;
  filename?: readonly string[];
  kubeconfig?: string;
  mergeKubeconfig?: boolean;
}

/** Runs a cluster until Ctrl-C, and reports once it is ready. */
export async function cluster(context: ActionContext, options: ClusterOptions): Promise<ActionResult> {
  const { cwd, repeatedRuns } = context;
  const interrupted = repeatedRuns.begin();
  const running = await startLocalCluster({
    version: options.version,
    nodes: options.workloads ? options.nodes : 0,
    port: options.port,
    state: options.state === undefined ? undefined : resolve(cwd, options.state),
    auditLog: options.auditLog === undefined ? undefined : resolve(cwd, options.auditLog),
    manifests: (options.filename ?? []).map((path) => resolve(cwd, path)),
  });
  try {
    const kubeconfig = await kubeconfigOf(context, options);
    try {
      await addToKubeconfig(kubeconfig.path, running.kubeconfig);
      await repeatedRuns.report(async () => ready(running, kubeconfig, options));
      if (!interrupted.aborted) await once(interrupted, 'abort');
    } finally {
      if (kubeconfig.isKept !== true) await removeFromKubeconfig(kubeconfig.path, running.kubeconfig);
      if (kubeconfig.folder !== undefined) await rm(kubeconfig.folder, { recursive: true });
    }
  } finally {
    await running.stop();
  }
  return { text: '', data: {} };
}

interface KubeconfigPlace {
  readonly path: string;
  /** A temporary folder that contains nothing else. */
  readonly folder?: string;
  /** Whether it is valid at the next start, too. */
  readonly isKept?: boolean;
  /** Whether kubectl reads it without a variable. */
  readonly isUsed: boolean;
}

async function kubeconfigOf(
  { cwd, env }: ActionContext,
  { kubeconfig, mergeKubeconfig = false, state }: ClusterOptions,
): Promise<KubeconfigPlace> {
  if (kubeconfig !== undefined) return { path: resolve(cwd, kubeconfig), isUsed: false };
  if (mergeKubeconfig) {
    const [first] = (env['KUBECONFIG'] ?? '').split(delimiter).filter(Boolean);
    const path = first === undefined ? join(env['HOME'] ?? homedir(), '.kube/config') : resolve(cwd, first);
    return { path, isUsed: true };
  }
  if (state !== undefined) return { path: resolve(cwd, state, 'kubeconfig'), isKept: true, isUsed: false };
  const folder = await mkdtemp(join(tmpdir(), 'opgen-cluster-'));
  return { path: join(folder, 'kubeconfig'), folder, isUsed: false };
}

function ready(
  { url, version, groupVersions }: LocalCluster,
  { path, isUsed }: KubeconfigPlace,
  { nodes, workloads }: ClusterOptions,
): ActionResult {
  const data = { url, version, kubeconfig: path, nodes: workloads ? nodes : 0, workloads, groupVersions };
  const simulated = `${nodes} simulated ${nodes === 1 ? 'node' : 'nodes'}`;
  const text = `Kubernetes ${version} at ${url}, ${workloads ? simulated : 'without nodes'}
kubeconfig ${path}
serves ${groupVersions.join(', ')}

${isUsed ? 'The current context of kubectl is opgen:' : 'Use it with:'}
${isUsed ? '' : `  ${useKubeconfig(path)}\n`}  kubectl get ${workloads ? 'nodes' : 'namespaces'}

Press Ctrl-C to stop.`;
  return { text, data };
}
