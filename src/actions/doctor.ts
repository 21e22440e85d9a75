import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectFileName } from '../project/find-project.ts';
import { ProjectFile } from '../project/project-file.ts';
import { ownManifest } from '../scaffold/package-root.ts';
import type { ActionContext } from './action-context.ts';
import type { ActionResult } from './action-result.ts';
import { deployedObjects } from './deployment/deployed-objects.ts';
import type { AnyObject } from './deployment/kubernetes-objects.ts';
import { KubectlError, readDeployment } from './deployment/read-rollout.ts';
import { checkDevSession, readChangedObjects } from './doctor/check-dev-session.ts';
import { checkLeader, type Lease } from './doctor/check-leader.ts';
import { checkMachine } from './doctor/check-machine.ts';
import { checkDefinitions, checkPermissions } from './doctor/check-manifests.ts';
import { type CertificateSecret, checkWebhooks } from './doctor/check-webhooks.ts';
import { type Finding, ok, problem, skipped } from './doctor/finding.ts';
import { readLiveObjects } from './doctor/live-objects.ts';
import { type Kubectl, kubectlIn, type KubectlOptions } from './kubectl/kubectl.ts';
import { projectRoot } from './steps/project-root.ts';

/** Checks the machine, the cluster and the deployed operator, and says how to solve each problem. */
export async function doctor(context: ActionContext, options: KubectlOptions): Promise<ActionResult> {
  const root = projectRoot(context);
  const kubectl = kubectlIn(root, context, options);
  const findings = checkMachine(root, ownManifest().version);
  const server = await checkServer(kubectl);
  findings.push(server);
  if (server.status === 'ok') findings.push(...(await checkCluster(context, kubectl, root, options.context)));
  else findings.push(skipped('operator', 'needs the API server'));
  return {
    text: render(context, findings),
    data: { findings },
    found: findings.some(({ status }) => status === 'problem'),
  };
}

async function checkServer(kubectl: Kubectl): Promise<Finding> {
  const result = await kubectl(['version', '--output=json']);
  if (result.ok) {
    const { serverVersion } = JSON.parse(result.stdout) as { serverVersion?: { gitVersion: string } };
    if (serverVersion !== undefined) return ok('server', `Kubernetes ${serverVersion.gitVersion}`);
  }
  const reason = result.ok ? 'no server version' : result.reason;
  const hint = 'check the context: kubectl config get-contexts; pass another one with --context';
  return problem('server', `kubectl does not reach the API server: ${reason}`, hint);
}

async function checkCluster(
  context: ActionContext,
  kubectl: Kubectl,
  root: string,
  contextName: string | undefined,
): Promise<Finding[]> {
  const objects = await deployedObjects(kubectl);
  const { projectName } = ProjectFile.parse(readFileSync(join(root, projectFileName), 'utf8'));
  const deployments = objects.filter(({ kind }) => kind === 'Deployment');
  const namespace = deployments[0]?.metadata.namespace ?? 'default';
  const now = context.now();
  const read = <T>(type: string, name: string): Promise<T | undefined> =>
    get<T>(kubectl, type, name, namespace);
  const checked = new Set([
    'CustomResourceDefinition',
    'Role',
    'ClusterRole',
    'RoleBinding',
    'ClusterRoleBinding',
  ]);
  const lease = `${projectName}-leader`;
  const session = await attempt('dev', async () =>
    checkDevSession(await readChangedObjects(kubectl, projectName), await read<Lease>('lease', lease), {
      context: contextName,
      now,
    }),
  );
  const ofSession = isFinding(session) ? [session] : session;
  const live = attempt('crds', () =>
    readLiveObjects(
      kubectl,
      objects.filter(({ kind }) => checked.has(kind) || /ServiceAccount|WebhookConfiguration/.test(kind)),
    ),
  );
  const found = await live;
  if (isFinding(found)) return [...ofSession, found, ...(await checkDeployments(kubectl, deployments))];
  const secretName = `${projectName}-certificates`;
  const webhooks = await attempt('webhooks', async () =>
    checkWebhooks(objects, found, {
      now,
      secretName,
      secret: await read<CertificateSecret>('secret', secretName),
    }),
  );
  const leader = await attempt('leader', async () =>
    checkLeader(await read<Lease>('lease', lease), { name: lease, now }),
  );
  return [
    ...ofSession,
    ...checkDefinitions(objects, found),
    ...checkPermissions(objects, found),
    ...(isFinding(webhooks) ? [webhooks] : webhooks),
    leader,
    ...(await checkDeployments(kubectl, deployments)),
  ];
}

async function checkDeployments(kubectl: Kubectl, deployments: readonly AnyObject[]): Promise<Finding[]> {
  const findings = await Promise.all(
    deployments.map(({ metadata }) =>
      attempt('operator', async (): Promise<Finding[]> => {
        const name = `Deployment ${metadata.namespace}/${metadata.name}`;
        const state = await readDeployment(kubectl, metadata);
        if (state === undefined)
          return [problem('operator', `${name} is not in the cluster`, 'run make deploy IMG=<image>')];
        const count = `${state.ready} of ${state.wanted} replicas are available`;
        if (state.available) return [ok('operator', `${name}: ${count}`)];
        if (state.reasons.length === 0)
          return [problem('operator', `${name}: ${count}`, 'wait: opgen rollout')];
        return state.reasons.map(({ hint, log, message }) => ({
          ...problem('operator', `${name}: ${count}: ${message}`, hint),
          ...(log !== undefined && { log }),
        }));
      }),
    ),
  );
  return findings.flat();
}

/** A check that kubectl does not let run is skipped, with the reason. */
async function attempt<T>(check: string, run: () => Promise<T>): Promise<T | Finding> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof KubectlError)) throw error;
    return skipped(check, `not checked: ${error.message}`);
  }
}

function isFinding<T extends object>(value: T | Finding): value is Finding {
  return 'check' in value;
}

async function get<T>(
  kubectl: Kubectl,
  type: string,
  name: string,
  namespace: string,
): Promise<T | undefined> {
  const args = ['get', type, name, '--namespace', namespace, '--ignore-not-found', '--output=json'];
  const result = await kubectl(args);
  if (!result.ok) throw new KubectlError(result.reason);
  return result.stdout.trim() === '' ? undefined : (JSON.parse(result.stdout) as T);
}

const words = { ok: ['green', 'ok'], problem: ['red', 'problem'], skipped: ['yellow', 'skipped'] } as const;

function render({ paint }: ActionContext, findings: readonly Finding[]): string {
  return findings
    .flatMap(({ check, hint, log = [], message, status }) => {
      const [color, word] = words[status];
      return [
        `${paint(color, word.padEnd(8))} ${check.padEnd(9)} ${message}`,
        ...log.map((line) => `             ${line}`),
        ...(hint === undefined ? [] : [`  hint: ${hint}`]),
      ];
    })
    .join('\n');
}
