import { hostname } from 'node:os';
import { kubeConfigTransport } from '@opgen/runtime/transport';
import type { WebhookEndpoint } from '@opgen/runtime/webhook';
import type { UserError } from '../../diagnostics.ts';
import { ApiObjects } from '../api-objects.ts';
import { deploymentOf } from '../deployment-of.ts';
import { DevLease } from './dev-lease.ts';
import { identityPrefix } from './marks.ts';
import { ProjectInContext } from './project-in-context.ts';
import { refuseDeployedOperator } from './refuse-deployed-operator.ts';
import { ReversibleChanges, type Undone } from './reversible-changes.ts';
import { ProjectManifests } from '../project-manifests.ts';
import { refusals } from '../refusals.ts';
import { addressTowards } from '../webhook-endpoint.ts';
import type { DevTarget } from '../dev-target.ts';

/** A context of a kubeconfig, and its cluster. */
export interface KubeContext {
  readonly name: string;
  /** With this context only, as JSON. */
  readonly kubeconfig: string;
  readonly server: string;
  /** Such as `v1.36.0`. */
  readonly version: string;
}

export interface ContextTargetOptions {
  context: KubeContext;
  env: Readonly<Record<string, string | undefined>>;
  now: () => Date;
  root: string;
  projectName: string;
  /** The operator watches one namespace only. */
  namespaced: boolean;
  /** Where the API server reaches this machine; detected by default. */
  host: string | undefined;
  /** Chooses where the operator serves its webhooks, if it does; called once the cluster accepts the session. */
  webhooksAt: (host: string) => Promise<WebhookEndpoint | undefined>;
  /** Called if another process takes over the operator's Lease. */
  onLost: (error: UserError) => void;
}

/** Seconds: `opgen dev` renews the token. */
const tokenLifetime = 3_600;

/** Prepares the cluster of a context for `opgen dev`. */
export async function contextTarget(options: ContextTargetOptions): Promise<DevTarget> {
  const { context, env, namespaced, now, projectName, root } = options;
  const { kubeconfig, name, server, version } = context;
  const transport = await kubeConfigTransport({ text: kubeconfig }, env);
  const anonymous = await kubeConfigTransport({ text: withoutUser(kubeconfig) }, env);
  const api = new ApiObjects(transport);
  const changes = new ReversibleChanges(api, projectName);
  let lease: DevLease | undefined;
  const stop = async (): Promise<readonly Undone[]> => {
    try {
      await lease?.release();
      return await changes.undo();
    } finally {
      await Promise.all([transport.close(), anonymous.close()]);
    }
  };
  try {
    const { namePrefix, namespace } = deploymentOf(root, projectName);
    await refuseDeployedOperator(api, { name: `${namePrefix}controller-manager`, namespace });
    await refusals(`Namespace ${namespace}`, () =>
      changes.apply({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } }),
    );
    const acquired = new DevLease({
      api,
      changes,
      name: `${projectName}-leader`,
      namespace,
      identity: `${identityPrefix}${hostname()}_${process.pid}`,
      now,
      onLost: options.onLost,
    });
    await refusals(`Lease ${namespace}/${projectName}-leader`, () => acquired.acquire());
    lease = acquired;
    const webhooks = await options.webhooksAt(options.host ?? (await addressTowards(server)));
    const project = new ProjectInContext({
      api,
      changes,
      manifests: new ProjectManifests(root, { namePrefix, namespace }),
      namespaceOfSamples: namespaced ? namespace : 'default',
      webhooks,
    });
    return {
      url: server,
      version,
      transport,
      anonymous,
      api,
      simulation: undefined,
      project,
      account: { namespace, name: `${namePrefix}controller-manager` },
      tokenLifetime,
      kubeconfig,
      introduction: {
        text: [
          `Kubernetes ${version} at ${server} · context ${name} · namespace ${namespace}`,
          ...(project.hasWebhooks && webhooks ? [`Webhooks: ${webhooks.url}`] : []),
        ].join('\n'),
        data: { context: name, namespace, webhooks: project.hasWebhooks ? webhooks?.url : undefined },
      },
      stop,
    };
  } catch (error) {
    // A refused session leaves alone what another one has changed.
    if (lease === undefined) await Promise.all([transport.close(), anonymous.close()]);
    else await stop();
    throw error;
  }
}

function withoutUser(kubeconfig: string): string {
  const given = JSON.parse(kubeconfig) as { users: object[] };
  return JSON.stringify({ ...given, users: given.users.map((each) => ({ ...each, user: {} })) });
}
