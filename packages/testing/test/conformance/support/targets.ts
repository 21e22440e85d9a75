import { realServerAvailable } from '../../../src/envtest/availability.ts';
import { findOrBuildBinary } from '../../../src/envtest/binaries.ts';
import { startControlPlane } from '../../../src/envtest/control-plane.ts';
import { sharedEndpoint } from '../../../src/envtest/shared-endpoint.ts';
import { HttpsTarget } from './https-target.ts';
import type { Target, TargetName } from './target.ts';

/** Starts a target, or joins the one that the test run shares. */
export const startTarget: Record<TargetName, () => Promise<Target>> = {
  async real() {
    const shared = await sharedEndpoint();
    if (shared) return new HttpsTarget('real', shared, async () => {});
    const { env } = process;
    const own = await startControlPlane({
      etcd: await findOrBuildBinary('etcd', { env }),
      'kube-apiserver': await findOrBuildBinary('kube-apiserver', { env }),
    });
    return new HttpsTarget('real', own.endpoint, () => own.stop());
  },
};

/** The real server is left out where it is not built; `CONFORMANCE_TARGET` names the only one to run. */
export async function availableTargets(
  names: readonly TargetName[],
  env = process.env,
): Promise<TargetName[]> {
  const wanted = names.filter((name) => !env['CONFORMANCE_TARGET'] || env['CONFORMANCE_TARGET'] === name);
  if (!wanted.includes('real') || (await realServerAvailable())) return wanted;
  return wanted.filter((name) => name !== 'real');
}
