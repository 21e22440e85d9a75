export { realServerAvailable } from './envtest/availability.ts';
export { type RealCluster, type RealClusterOptions, startRealCluster } from './envtest/real-cluster.ts';
