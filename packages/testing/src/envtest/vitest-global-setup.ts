import { realServerAvailable } from './availability.ts';
import { findOrBuildBinary } from './binaries.ts';
import { startControlPlane } from './control-plane.ts';
import { shareControlPlane } from './share-control-plane.ts';

/** Shares one real API server in a whole vitest run. If it is not built, prints one line for all files. */
export default async function setup(): Promise<() => Promise<void>> {
  await realServerAvailable();
  const { env } = process;
  return shareControlPlane(async () =>
    startControlPlane({
      etcd: await findOrBuildBinary('etcd', { env }),
      'kube-apiserver': await findOrBuildBinary('kube-apiserver', { env }),
    }),
  );
}
