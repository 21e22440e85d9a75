import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import type { Transport } from './transport.ts';
import { HttpTransport, type HttpTransportOptions } from './http-transport.ts';
import { contextOf, type KubeContext } from './kube-config/kube-config.ts';
import { KubeConfigCredentials } from './kube-config/kube-config-credentials.ts';
import { parseKubeConfig, readKubeConfigs } from './kube-config/read-kube-config.ts';
import { serviceAccountContext } from './kube-config/service-account.ts';
import type { Environment } from './proxy.ts';

/** Which kubeconfig and which context to use. `text` takes precedence over `path`. */
export interface KubeConfigOptions {
  /** The kubeconfig itself, as YAML or JSON. */
  text?: string | undefined;
  /** The path of a kubeconfig file. */
  path?: string | undefined;
  /** Default: the kubeconfig's current context. */
  context?: string | undefined;
}

/**
 * Creates a transport to the cluster in a kubeconfig.
 *
 * Uses the first of: the options, the files in `KUBECONFIG`, the Pod's service account, `~/.kube/config`. Reloads
 * certificates and tokens from files when they change, and the whole kubeconfig when the server rejects the
 * credentials or its certificate is not trusted. Uses the proxy in the kubeconfig, or in `HTTPS_PROXY` and
 * `NO_PROXY`.
 */
export async function kubeConfigTransport(
  options: KubeConfigOptions & HttpTransportOptions = {},
  environment: Environment = process.env,
): Promise<Transport> {
  const load = (): Promise<KubeContext> => loadContext(options, environment);
  return new HttpTransport(await KubeConfigCredentials.from(load, { environment }), options);
}

async function loadContext(
  { text, path, context }: KubeConfigOptions,
  environment: Environment,
): Promise<KubeContext> {
  if (text !== undefined) return contextOf(await parseKubeConfig(text), context);
  const files =
    path === undefined ? (environment['KUBECONFIG'] ?? '').split(delimiter).filter(Boolean) : [path];
  if (files.length > 0) return contextOf(await readKubeConfigs(files), context);
  const inCluster = context === undefined ? serviceAccountContext(environment) : undefined;
  if (inCluster !== undefined) return inCluster;
  const standard = join(environment['HOME'] ?? homedir(), '.kube', 'config');
  if (existsSync(standard)) return contextOf(await readKubeConfigs([standard]), context);
  throw new Error(
    `no cluster configured: KUBECONFIG is not set, the process does not run in a Pod, and ${standard} does not exist. ` +
      'Set KUBECONFIG to the path of a kubeconfig file.',
  );
}
