import { setTimeout as delay } from 'node:timers/promises';
import { type Diagnostic, UserError } from '../diagnostics.ts';
import { findProjectRoot } from '../project/find-project.ts';
import type { ActionContext } from './action-context.ts';
import type { ActionResult } from './action-result.ts';
import { deployedFolder, deployedObjects } from './deployment/deployed-objects.ts';
import type { AnyObject } from './deployment/kubernetes-objects.ts';
import { type DeploymentState, KubectlError, readDeployment } from './deployment/read-rollout.ts';
import { unavailableDeployment, unreachableCluster } from './diagnostics.ts';
import { type Kubectl, kubectlIn, type KubectlOptions } from './kubectl/kubectl.ts';

export interface RolloutOptions extends KubectlOptions {
  /** Milliseconds. */
  timeout: number;
}

const pollInterval = 1_000;

/** Waits until the Deployments of the project are available, and reports why they are not. */
export async function rollout(context: ActionContext, options: RolloutOptions): Promise<ActionResult> {
  const kubectl = kubectlIn(findProjectRoot(context.cwd), context, options);
  const deployments = (await deployedObjects(kubectl)).filter(({ kind }) => kind === 'Deployment');
  const deadline = context.now().getTime() + options.timeout;
  const unavailable: Diagnostic[] = [];
  for (const deployment of deployments) {
    const state = await waitFor(deployment, { context, kubectl, deadline });
    if (state?.available !== true) unavailable.push(...diagnosticsOf(deployment, state));
  }
  if (unavailable.length > 0) throw new UserError(unavailable);
  return {
    text: deployments.map((deployment) => `${nameOf(deployment)} is available`).join('\n'),
    data: { deployments: deployments.map(({ metadata }) => metadata) },
  };
}

async function waitFor(
  deployment: AnyObject,
  { context, deadline, kubectl }: { context: ActionContext; deadline: number; kubectl: Kubectl },
): Promise<DeploymentState | undefined> {
  const printed = new Set<string>();
  for (;;) {
    const state = await read(kubectl, deployment);
    const hasEnded = state?.available === true || context.now().getTime() >= deadline;
    if (hasEnded || state === undefined) return state;
    if (printed.size === 0) context.print(`waiting for ${nameOf(deployment)}`);
    for (const { message } of state.reasons) {
      if (!printed.has(message)) context.print(`  ${message}`);
      printed.add(message);
    }
    printed.add('');
    await delay(pollInterval, undefined, { signal: context.interrupted });
  }
}

async function read(kubectl: Kubectl, { metadata }: AnyObject): Promise<DeploymentState | undefined> {
  try {
    return await readDeployment(kubectl, metadata);
  } catch (error) {
    if (!(error instanceof KubectlError)) throw error;
    const message = `cannot read Deployment ${metadata.name}${error.message === '' ? '' : `: ${error.message}`}`;
    const hint = 'check that kubectl reaches the cluster, and that you may read Deployments and Pods';
    throw new UserError(unreachableCluster({ message, hint }));
  }
}

function diagnosticsOf(deployment: AnyObject, state: DeploymentState | undefined): Diagnostic[] {
  const name = nameOf(deployment);
  if (state === undefined)
    return [
      unavailableDeployment({
        message: `${name} does not exist`,
        hint: `apply ${deployedFolder} with make deploy IMG=<image>`,
      }),
    ];
  const count = `${state.ready} of ${state.wanted} replicas are available`;
  if (state.reasons.length === 0)
    return [
      unavailableDeployment({ message: `${name}: ${count}`, hint: 'wait longer: pass a longer --timeout' }),
    ];
  return state.reasons.map(({ hint, log = [], message }) =>
    unavailableDeployment({ message: [`${name}: ${count}: ${message}`, ...log].join('\n    '), hint }),
  );
}

function nameOf({ metadata: { name, namespace } }: AnyObject): string {
  return `Deployment ${namespace === undefined ? '' : `${namespace}/`}${name}`;
}
