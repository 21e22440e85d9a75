import { basename } from 'node:path';
import type { Minor } from '@opgen/rules/builtin';
import { systemClock } from '@opgen/runtime';
import { startCluster, StateError, type TestCluster } from '@opgen/testing';
import { type Diagnostic, UserError } from '../diagnostics.ts';
import { manifestsNotInstalled, portInUse, stateUnusable } from './diagnostics.ts';

export interface LocalClusterOptions {
  /** The minor version of Kubernetes. Default: the newest. */
  version?: Minor | undefined;
  /** Simulated nodes on which Pods run; 0 for an API server without workloads. */
  nodes: number;
  /** Default: a free port. */
  port?: number | undefined;
  /** A folder that keeps the cluster for the next start. */
  state?: string | undefined;
  /** Files and folders with manifests to install. */
  manifests?: readonly string[];
  /** A file to append the audit log to. */
  auditLog?: string | undefined;
}

/** The embedded cluster on a port of the loopback address, running on the clock of the system. */
export interface LocalCluster {
  readonly cluster: TestCluster;
  readonly url: string;
  /** With administrator credentials, as YAML. */
  readonly kubeconfig: string;
  /** Such as `v1.36.0`. */
  readonly version: string;
  /** Such as `v1` and `apps/v1`. */
  readonly groupVersions: readonly string[];
  stop(): Promise<void>;
}

/** Starts the embedded cluster for other processes: kubectl, an operator, a test of another language. */
export async function startLocalCluster({
  version,
  nodes,
  port,
  state,
  manifests = [],
  auditLog,
}: LocalClusterOptions): Promise<LocalCluster> {
  const cluster = await startCluster({
    version,
    clock: systemClock,
    ...(nodes > 0 && { workloads: { nodes } }),
    ...(state !== undefined && { state }),
    ...(auditLog !== undefined && { audit: { file: auditLog } }),
  }).catch((error: unknown) => {
    throw error instanceof StateError ? new UserError(stateProblem(error)) : error;
  });
  try {
    const { url, kubeconfig } = await served(cluster, port);
    for (const path of manifests) await install(cluster, path);
    const { gitVersion } = await get<{ gitVersion: string }>(cluster, '/version');
    const groupVersions = await servedVersions(cluster);
    return { cluster, url, kubeconfig, version: gitVersion, groupVersions, stop: () => cluster.stop() };
  } catch (error) {
    await cluster.stop();
    throw error;
  }
}

function stateProblem({ message, reason }: StateError): Diagnostic {
  const hints = {
    'in use': 'stop the other cluster, or pass another --state folder',
    corrupt: 'restore the file from a backup, or delete the folder to start with an empty cluster',
    'newer format': 'use a newer opgen, or pass another --state folder',
  };
  return stateUnusable({ message, hint: hints[reason] });
}

async function served(
  cluster: TestCluster,
  port: number | undefined,
): Promise<{ url: string; kubeconfig: string }> {
  try {
    return await cluster.serve(port === undefined ? {} : { port });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    const hint = 'stop the other process, or pass another --port';
    throw new UserError(portInUse({ message: `port ${port} is in use`, hint }));
  }
}

async function install(cluster: TestCluster, path: string): Promise<void> {
  try {
    await cluster.install(path);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const reason = code === 'ENOENT' ? 'no such file or folder' : message;
    throw new UserError(manifestsNotInstalled({ message: `${basename(path)}: ${reason}` }));
  }
}

async function servedVersions(cluster: TestCluster): Promise<string[]> {
  const { groups } = await get<{ groups: { versions: { groupVersion: string }[] }[] }>(cluster, '/apis');
  return ['v1', ...groups.flatMap(({ versions }) => versions.map(({ groupVersion }) => groupVersion))];
}

async function get<T>({ transport }: TestCluster, path: string): Promise<T> {
  const response = await transport.request({ method: 'GET', path });
  return JSON.parse(await response.text()) as T;
}
