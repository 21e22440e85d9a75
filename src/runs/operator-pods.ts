import type { LiveClient } from '@opgen/runtime';
import { Deployment } from '@opgen/runtime/kinds/apps/v1';
import { Pod, ServiceAccount } from '@opgen/runtime/kinds/core/v1';
import type { RunsSource } from './runs-source.ts';

/** A replica of the operator. */
export interface OperatorPod {
  readonly name: string;
  readonly namespace: string;
  readonly uid: string;
  readonly serviceAccount: string;
  /** Where its container serves metrics; undefined if it serves none. */
  readonly metrics: { readonly port: number; readonly secure: boolean } | undefined;
}

/** The running Pods of a Deployment; undefined if there is no such Deployment. */
export async function operatorPods(
  client: LiveClient,
  deployment: { readonly name: string; readonly namespace: string },
): Promise<OperatorPod[] | undefined> {
  const { namespace } = deployment;
  const found = await client.find(Deployment, deployment);
  if (found === undefined) return undefined;
  const { items } = await client.list(Pod, {
    namespace,
    labelSelector: found.spec?.selector.matchLabels ?? {},
  });
  return items
    .filter(({ metadata, status }) => status?.phase === 'Running' && metadata.deletionTimestamp === undefined)
    .map(({ metadata, spec }) => ({
      name: metadata.name,
      namespace,
      uid: metadata.uid,
      serviceAccount: spec?.serviceAccountName ?? 'default',
      metrics: metricsOf(
        spec?.containers.flatMap(({ args = [], command = [] }) => [...command, ...args]) ?? [],
      ),
    }));
}

/** The metrics server of a Pod, reached through the API server with a token of a service account. */
export function sourceOf(client: LiveClient, pod: OperatorPod, serviceAccount: string): RunsSource {
  const { port = 0, secure = true } = pod.metrics ?? {};
  const { name, namespace } = pod;
  const account = { namespace, name: serviceAccount };
  const requestToken = async (): Promise<string | undefined> => {
    const token = client.subresource(ServiceAccount, account, 'token');
    return (await token.create({ spec: {} })).status?.token;
  };
  return {
    url: `${secure ? 'https' : 'http'}://localhost:${port}`,
    token: secure ? requestToken : undefined,
    // The API server connects to the Pod; the certificate is for the Service.
    tls: { rejectUnauthorized: false },
    connect: () => client.portForward({ name, namespace }, port),
  };
}

/** What the arguments of the scaffolded main.ts say about the metrics server. */
function metricsOf(args: readonly string[]): OperatorPod['metrics'] {
  const address = args.map((arg) => /^--metrics-bind-address=(.*)$/.exec(arg)?.[1]).findLast(Boolean);
  const port = Number(/:?(\d+)$/.exec(address ?? '')?.[1] ?? 0);
  if (port === 0) return undefined;
  return { port, secure: !args.some((arg) => /^--(no-metrics-secure|metrics-secure=false)$/.test(arg)) };
}
