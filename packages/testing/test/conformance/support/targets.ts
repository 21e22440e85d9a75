import { parse } from 'yaml';
import type { Endpoint } from '../../../src/endpoint.ts';
import { startCluster } from '../../../src/cluster.ts';
import { realServerAvailable } from '../../../src/envtest/availability.ts';
import { findOrBuildBinary } from '../../../src/envtest/binaries.ts';
import { startControlPlane } from '../../../src/envtest/control-plane.ts';
import { sharedEndpoint } from '../../../src/envtest/shared-endpoint.ts';
import { HttpsTarget } from './https-target.ts';
import type { Target, TargetName } from './target.ts';
import { TransportTarget } from './transport-target.ts';

/** How to start each target, or to join the one that the test run shares. */
const starts: Partial<Record<TargetName, () => Promise<Target>>> = {
  async 'embedded in process'() {
    // A real API server without kube-controller-manager has no such controllers either.
    const cluster = await startCluster({ controllers: false });
    return new TransportTarget('embedded in process', cluster.transport, () => cluster.stop());
  },
  async 'embedded over HTTP'() {
    const cluster = await startCluster({ controllers: false });
    const { kubeconfig } = await cluster.serve();
    return new HttpsTarget('embedded over HTTP', endpointOf(kubeconfig), () => cluster.stop());
  },
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

/** The parts of a kubeconfig that `serve` returns. */
function endpointOf(kubeconfig: string): Endpoint {
  const { clusters, users } = parse(kubeconfig) as {
    clusters: [{ cluster: { server: string; 'certificate-authority-data': string } }];
    users: [{ user: { token: string } }];
  };
  const { server, 'certificate-authority-data': ca } = clusters[0].cluster;
  return { url: server, ca: Buffer.from(ca, 'base64').toString(), token: users[0].user.token };
}

export interface StartableTarget {
  name: TargetName;
  start: () => Promise<Target>;
}

/** The real server is skipped if it is not built; `CONFORMANCE_TARGET` selects a single target. */
export async function availableTargets(env: NodeJS.ProcessEnv = process.env): Promise<StartableTarget[]> {
  const only = env['CONFORMANCE_TARGET'];
  const available: StartableTarget[] = [];
  for (const [key, start] of Object.entries(starts)) {
    const name = key as TargetName;
    if (only && only !== name) continue;
    if (name === 'real' && !(await realServerAvailable())) continue;
    available.push({ name, start });
  }
  return available;
}
