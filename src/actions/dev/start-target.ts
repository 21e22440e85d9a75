import { contextTarget } from '../../dev/context/context-target.ts';
import type { DevTarget } from '../../dev/dev-target.ts';
import { localTarget } from '../../dev/local-target.ts';
import type { DevWebhooks } from '../../dev/webhook-endpoint.ts';
import type { ActionContext } from '../action-context.ts';
import { kubectlIn } from '../kubectl/kubectl.ts';
import type { DevOptions } from './dev-options.ts';
import { readContext } from './read-context.ts';

export interface StartTargetOptions {
  readonly root: string;
  readonly projectName: string;
  /** The operator watches one namespace only. */
  readonly namespaced: boolean;
  /** The folder of temporary files. */
  readonly folder: string;
  /** Chooses where the operator serves its webhooks, if it does. */
  readonly webhooksAt: (host?: string) => Promise<DevWebhooks['endpoint'] | undefined>;
  /** Called if another process takes over the operator's Lease. */
  readonly onLost: (error: Error) => void;
}

/** Starts the embedded cluster, or prepares the cluster of a context. */
export async function startTarget(
  context: ActionContext,
  options: DevOptions,
  { folder, onLost, webhooksAt, ...project }: StartTargetOptions,
): Promise<DevTarget> {
  const { cwd, env, now } = context;
  if (options.context === undefined)
    return localTarget({
      ...project,
      cwd,
      folder,
      webhooks: await webhooksAt(),
      version: options.version,
      nodes: options.nodes,
      state: options.state,
      manifests: options.filename ?? [],
    });
  const kubectl = kubectlIn(project.root, context, { context: options.context });
  return contextTarget({
    ...project,
    context: await readContext(kubectl, options.context),
    env,
    now,
    host: options.host,
    webhooksAt,
    onLost,
  });
}
