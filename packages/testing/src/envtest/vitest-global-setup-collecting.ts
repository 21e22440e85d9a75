import { findOrBuildBinary } from './binaries.ts';
import { cleaningControllers, startControlPlane } from './control-plane.ts';
import { shareControlPlane } from './share-control-plane.ts';

/** One real API server for a whole vitest run, with the controllers that the embedded one has. */
export default async function setup(): Promise<() => Promise<void>> {
  const { env } = process;
  const binaries = {
    etcd: await findOrBuildBinary('etcd', { env }),
    'kube-apiserver': await findOrBuildBinary('kube-apiserver', { env }),
    'kube-controller-manager': await findOrBuildBinary('kube-controller-manager', { env }),
  };
  return shareControlPlane(() => startControlPlane(binaries, cleaningControllers));
}
