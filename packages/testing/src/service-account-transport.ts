import { AlreadyExistsError, createClient } from '@opgen/runtime';
import { Namespace } from '@opgen/runtime/kinds/core/v1';
import type { Transport } from '@opgen/runtime/transport';
import type { TestCluster } from './cluster.ts';
import { type Manifests, manifestsFrom } from './install-manifests.ts';

/**
 * A transport with the permissions that manifests grant to their ServiceAccount, and no others. Installs the manifests,
 * and creates the namespace of the ServiceAccount first:
 * `new Manager({ transport: await serviceAccountTransport(cluster, 'config/rbac') })`.
 */
export async function serviceAccountTransport(
  cluster: Pick<TestCluster, 'transport' | 'transportFor' | 'install'>,
  manifests: Manifests,
): Promise<Transport> {
  const accounts = (await manifestsFrom(manifests, { rendered: true })).filter(
    ({ kind }) => kind === 'ServiceAccount',
  );
  const [account] = accounts;
  if (account === undefined || accounts.length > 1)
    throw new Error(`the manifests need exactly one ServiceAccount, and have ${accounts.length}`);
  const { name, namespace = 'default' } = account.metadata;
  const client = createClient(cluster.transport);
  await client.create(Namespace, { metadata: { name: namespace } }).catch((error: unknown) => {
    if (!(error instanceof AlreadyExistsError)) throw error;
  });
  await cluster.install(manifests);
  return cluster.transportFor({
    name: `system:serviceaccount:${namespace}:${name}`,
    groups: ['system:serviceaccounts', `system:serviceaccounts:${namespace}`],
  });
}
