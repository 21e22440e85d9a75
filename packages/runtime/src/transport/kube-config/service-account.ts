import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Environment } from '../proxy.ts';
import type { KubeContext } from './kube-config.ts';

/** Where kubelet mounts the credentials of a Pod's service account. */
export const serviceAccountFolder = '/var/run/secrets/kubernetes.io/serviceaccount';

/** The in-cluster API server with the Pod's service account; undefined outside a Pod. */
export function serviceAccountContext(
  environment: Environment,
  folder = serviceAccountFolder,
): KubeContext | undefined {
  const { KUBERNETES_SERVICE_HOST: host, KUBERNETES_SERVICE_PORT: port = '443' } = environment;
  const tokenFile = join(folder, 'token');
  if (host === undefined || host === '' || !existsSync(tokenFile)) return undefined;
  const server = `https://${host.includes(':') ? `[${host}]` : host}:${port}`;
  return { cluster: { server, 'certificate-authority': join(folder, 'ca.crt') }, user: { tokenFile } };
}
