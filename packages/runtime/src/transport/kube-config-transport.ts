import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import type { Transport } from './transport.ts';
import { HttpTransport, type HttpTransportOptions } from './http-transport.ts';
import type { Environment } from './proxy.ts';
import { KubeConfigCredentials, type LoadKubeConfig } from './kube-config-credentials.ts';

export interface KubeConfigOptions {
  /** A kubeconfig, as YAML or JSON. */
  text?: string;
  /** A kubeconfig file. */
  path?: string;
  /** Default: the kubeconfig's current context. */
  context?: string;
}

/** Where Kubernetes puts the credentials of a Pod's service account. */
const serviceAccountToken = '/var/run/secrets/kubernetes.io/serviceaccount/token';

/**
 * A transport to the cluster that a kubeconfig names.
 *
 * Looks at, in this order: what the options give, the files in `KUBECONFIG`, the Pod's service account,
 * `~/.kube/config`. Certificates and tokens in files are read again as they change, the rest when the server
 * refuses us. Goes through the proxy that the kubeconfig or `HTTPS_PROXY` and `NO_PROXY` name.
 */
export async function kubeConfigTransport(
  options: KubeConfigOptions & HttpTransportOptions = {},
  environment: Environment = process.env,
): Promise<Transport> {
  const load = loader(options, environment);
  const credentials = await KubeConfigCredentials.load(load, options.context, environment);
  return new HttpTransport(credentials, options);
}

function loader({ text, path }: KubeConfigOptions, environment: Environment): LoadKubeConfig {
  if (text !== undefined) return (config) => config.loadFromString(text);
  const files =
    path === undefined ? (environment['KUBECONFIG'] ?? '').split(delimiter).filter(Boolean) : [path];
  if (files.length > 0) return mergedFiles(files);
  if (environment['KUBERNETES_SERVICE_HOST'] !== undefined && existsSync(serviceAccountToken)) {
    return (config) => config.loadFromCluster();
  }
  const standard = join(environment['HOME'] ?? homedir(), '.kube', 'config');
  if (existsSync(standard)) return mergedFiles([standard]);
  throw new Error(
    `no cluster to talk to: KUBECONFIG is not set, this is not a Pod, and there is no ${standard}. ` +
      'Name a kubeconfig file in KUBECONFIG.',
  );
}

/** As kubectl does: the first file that defines something wins, and files that do not exist are left out. */
function mergedFiles(files: readonly string[]): LoadKubeConfig {
  const present = files.filter((file) => existsSync(file));
  if (present.length === 0) throw new Error(`no such kubeconfig: ${files.join(', ')}`);
  return (config, create) => {
    const [first, ...others] = present;
    config.loadFromFile(first!);
    for (const file of others) {
      const other = create();
      other.loadFromFile(file);
      mergeMissing(config, other);
    }
  };
}

type Config = Parameters<LoadKubeConfig>[0];

function mergeMissing(config: Config, other: Config): void {
  config.clusters = [...config.clusters, ...unknownTo(config.clusters, other.clusters)];
  config.users = [...config.users, ...unknownTo(config.users, other.users)];
  config.contexts = [...config.contexts, ...unknownTo(config.contexts, other.contexts)];
  if (!config.currentContext) config.currentContext = other.currentContext;
}

function unknownTo<T extends { name: string }>(known: readonly T[], candidates: readonly T[]): T[] {
  return candidates.filter(({ name }) => !known.some((entry) => entry.name === name));
}
