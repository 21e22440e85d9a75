import { realServerAvailable } from './availability.ts';
import { findOrBuildBinary } from './binaries.ts';
import { startControlPlane } from './control-plane.ts';
import { shareControlPlane } from './share-control-plane.ts';

/** One real API server for a whole vitest run. Where there is none to start, it is said here, once for all files. */
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
