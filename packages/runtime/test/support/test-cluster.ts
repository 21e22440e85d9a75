import { type Manifests, startCluster, type TestCluster } from '@opgen/testing';
import { deleteAll } from '../../../testing/src/envtest/delete-all.ts';
import { clusterAt } from '../../../testing/src/envtest/real-cluster.ts';
import { sharedEndpoint } from '../../../testing/src/envtest/shared-endpoint.ts';

export type { TestCluster };

/**
 * An empty cluster for one test: the embedded API server, or the real one with `npm run test:real-server`. All tests
 * share the real server and take turns; each finds it empty, as if it had just started.
 */
export async function startTestCluster(
  manifests: Extract<Manifests, readonly unknown[]> = [],
): Promise<TestCluster> {
  const cluster = isRealServer ? await realCluster(manifests) : await startCluster();
  await cluster.install(manifests);
  return cluster;
}

/** Whether the tests run on the real server. */
export const isRealServer: boolean = process.env['OPGEN_TEST_SERVER'] === 'real';

async function realCluster(manifests: readonly unknown[]): Promise<TestCluster> {
  const endpoint = await sharedEndpoint();
  if (endpoint === undefined) throw new Error('there is no real server to share: npm run test:real-server');
  const cluster = clusterAt(endpoint, { collects: true, release: async () => {} });
  await deleteAll(cluster.transport, definitionsAmong(manifests));
  return cluster;
}

function definitionsAmong(manifests: readonly unknown[]): ReadonlySet<string> {
  const named = manifests as readonly { kind: string; metadata: { name: string } }[];
  const definitions = named.filter(({ kind }) => kind === 'CustomResourceDefinition');
  return new Set(definitions.map(({ metadata }) => metadata.name));
}
