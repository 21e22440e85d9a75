import { findOrBuildBinary } from './binaries.ts';
import { cleaningControllers, startControlPlane } from './control-plane.ts';
import { shareControlPlane } from './share-control-plane.ts';

/** Shares one real API server in a whole vitest run, with the controllers that the embedded server has. */
export default async function setup(): Promise<() => Promise<void>> {
  const { env } = process;
  const binaries = {
    etcd: await findOrBuildBinary('etcd', { env }),
    'kube-apiserver': await findOrBuildBinary('kube-apiserver', { env }),
    'kube-controller-manager': await findOrBuildBinary('kube-controller-manager', { env }),
  };
  return shareControlPlane(() => startControlPlane(binaries, { controllers: cleaningControllers }));
}
