import { parse } from 'yaml';
import type { Endpoint } from '../../../src/endpoint.ts';
import { startCluster } from '../../../src/cluster.ts';
import { readAuditLog } from '../../../src/envtest/audit-policy.ts';
import { realServerAvailable } from '../../../src/envtest/availability.ts';
import { findOrBuildBinary } from '../../../src/envtest/binaries.ts';
import { startControlPlane } from '../../../src/envtest/control-plane.ts';
import { sharedEndpoint } from '../../../src/envtest/shared-endpoint.ts';
import { HttpsTarget } from './https-target.ts';
import type { Target, TargetName } from './target.ts';
import { TransportTarget } from './transport-target.ts';

export interface TargetOptions {
  /** Whether the target has an audit log. Default: no. */
  readonly audit?: boolean;
}

/** The version of the embedded targets. To compare it, run the real server of the same version. */
const version = process.env['CONFORMANCE_VERSION'];

/** How to start each target, or to join the one that the test run shares. */
const starts: Partial<Record<TargetName, (options?: TargetOptions) => Promise<Target>>> = {
  async 'embedded in process'({ audit } = {}) {
    // A real API server without kube-controller-manager has no such controllers either.
    const cluster = await startCluster({ controllers: false, audit, version });
    return new TransportTarget('embedded in process', cluster.transport, cluster);
  },
  async 'embedded over HTTP'({ audit } = {}) {
    const cluster = await startCluster({ controllers: false, audit, version });
    const { kubeconfig } = await cluster.serve();
    return new HttpsTarget('embedded over HTTP', endpointOf(kubeconfig), cluster);
  },
  async real({ audit = false } = {}) {
    const shared = audit ? undefined : await sharedEndpoint();
    if (shared) return new HttpsTarget('real', shared, { stop: async () => {}, audit: noLog });
    const { env } = process;
    const own = await startControlPlane(
      {
        etcd: await findOrBuildBinary('etcd', { env }),
        'kube-apiserver': await findOrBuildBinary('kube-apiserver', { env }),
      },
      { audit },
    );
    return new HttpsTarget('real', own.endpoint, {
      stop: () => own.stop(),
      audit: () => readAuditLog(own.folder),
    });
  },
};

function noLog(): never {
  throw new Error('the cases of this subject need { audit: true }');
}

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
  start: (options?: TargetOptions) => Promise<Target>;
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
