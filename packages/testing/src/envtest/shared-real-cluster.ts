import { clusterAt, startRealCluster, type RealCluster } from './real-cluster.ts';
import { sharedEndpoint } from './shared-endpoint.ts';

/**
 * The real API server that all files of this test run share; `stop` leaves it running. Outside such a run, starts a
 * server of its own. It runs no controllers.
 */
export async function sharedRealCluster(): Promise<RealCluster> {
  const endpoint = await sharedEndpoint();
  return endpoint ? clusterAt(endpoint, { collects: false, release: async () => {} }) : startRealCluster();
}
