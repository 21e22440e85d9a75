import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';

/** The file with the namespace of the Pod's service account. */
const serviceAccountNamespace = '/var/run/secrets/kubernetes.io/serviceaccount/namespace';

/** Where `ownNamespace` looks. Default: the environment and the file system of this process. */
export interface NamespaceSources {
  environment?: NodeJS.ProcessEnv | undefined;
  serviceAccountFile?: string | undefined;
}

/**
 * The namespace in which the operator runs: `POD_NAMESPACE`, otherwise that of the service account. Undefined outside a
 * cluster: `ownNamespace() ?? 'default'`.
 */
export function ownNamespace({
  environment = process.env,
  serviceAccountFile = serviceAccountNamespace,
}: NamespaceSources = {}): string | undefined {
  const named = environment['POD_NAMESPACE'];
  if (named !== undefined && named !== '') return named;
  try {
    return readFileSync(serviceAccountFile, 'utf8').trim() || undefined;
  } catch {
    return undefined;
  }
}

/** A unique name for this process: the Pod's name or else the host's, and a random suffix. */
export function processIdentity(random: () => number, environment: NodeJS.ProcessEnv = process.env): string {
  const host = environment['POD_NAME'] ?? hostname();
  const suffix = Math.floor(random() * 2 ** 40).toString(36);
  return `${host}_${suffix}`;
}
