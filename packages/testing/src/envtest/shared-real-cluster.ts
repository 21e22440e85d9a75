import { clusterAt, startRealCluster, type RealCluster } from './real-cluster.ts';
import { sharedEndpoint } from './shared-endpoint.ts';

/**
 * The real API server of this test run, which stopping leaves running for the other files; outside such a
 * run, one of our own. It runs no controllers.
 */
export async function sharedRealCluster(): Promise<RealCluster> {
  const endpoint = await sharedEndpoint();
  return endpoint ? clusterAt(endpoint, { collects: false, release: async () => {} }) : startRealCluster();
}
