import { mkdir } from 'node:fs/promises';
import { systemClock } from '@opgen/runtime';
import type { Transport } from '@opgen/runtime/transport';
import { startCluster, type TestCluster } from '@opgen/testing';
import { type Diagnostic, UserError } from '../diagnostics.ts';
import { ApiObjects } from '../dev/api-objects.ts';
import { deploymentOf } from '../dev/deployment-of.ts';
import { operatorExited } from '../dev/diagnostics.ts';
import { operatorArguments, servesWebhooks } from '../dev/operator-arguments.ts';
import { OperatorCredentials } from '../dev/operator-credentials.ts';
import { OperatorProcess } from '../dev/operator-process.ts';
import { ProjectInCluster } from '../dev/project-in-cluster.ts';
import { ProjectManifests } from '../dev/project-manifests.ts';
import { chooseWebhookEndpoint } from '../dev/webhook-endpoint.ts';
import { compareStates, type PlannedChange } from './compare-states.ts';
import { notSettled } from './diagnostics.ts';
import { roleAccess } from './role-access.ts';
import type { PlannedObject } from './planned-object.ts';
import { readOnlyTransport } from './read-only-transport.ts';
import { readSnapshot } from './read-snapshot.ts';
import { readManifests, readObjects } from './read-states.ts';
import { Settlement } from './settlement.ts';
import { waitUntilSettled } from './wait-until-settled.ts';

/** Seconds: longer than any plan takes. */
const tokenLifetime = 86_400;
/** So many lines of the output say why the operator exited. */
const shownLines = 10;

export interface PlanOperatorOptions {
  /** The folder of the project. */
  readonly root: string;
  /** The name of the project. */
  readonly name: string;
  /** The operator watches one namespace only. */
  readonly namespaced: boolean;
  /** The bundle of the operator. */
  readonly bundle: string;
  /** A folder for certificates and the kubeconfig of the operator. */
  readonly folder: string;
  /** The cluster. Only GET requests are sent. */
  readonly transport: Transport;
  /** Milliseconds until the operator has to come to rest. */
  readonly timeout: number;
  readonly env: NodeJS.ProcessEnv;
  readonly now: () => Date;
  readonly signal: AbortSignal;
  /** Called with each line of the operator's output. */
  readonly onLine: (line: string) => void;
}

/** What a new version of an operator would do in a cluster. */
export interface Plan {
  /** CRDs and roles of the tree that differ from those in the cluster. */
  readonly manifests: readonly PlannedChange[];
  /** What the operator would write, and what the garbage collector would delete because of it. */
  readonly objects: readonly PlannedChange[];
  /** Whether the operator came to rest. */
  readonly settled: boolean;
  /** Changes of CRDs that break stored objects, and why the plan is incomplete. */
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Runs an operator against a copy of what it can see of a cluster: the embedded API server with the objects of the
 * cluster. Compares the copy before and after.
 */
export async function planOperator(options: PlanOperatorOptions): Promise<Plan> {
  const { folder, name, namespaced, now, root } = options;
  await mkdir(folder, { recursive: true });
  const webhooks = await chooseWebhookEndpoint(folder, now());
  const args = operatorArguments(root, webhooks.bindAddress, folder);
  const deployment = deploymentOf(root, name);
  const account = { namespace: deployment.namespace, name: `${deployment.namePrefix}controller-manager` };
  const tree = new ProjectManifests(root, deployment);
  const roles = tree.roles();
  const manifests = [...tree.definitions(), ...roles];
  const access = roleAccess(roles, account);
  const live = await readSnapshot(readOnlyTransport(options.transport), { access, manifests });
  const cluster = await startCluster({ clock: systemClock, snapshot: live.snapshot });
  try {
    const project = new ProjectInCluster({
      cluster,
      root,
      name,
      namespaced,
      deployment,
      webhooks: servesWebhooks(root) ? webhooks.endpoint : undefined,
    });
    const from = now().getTime();
    const manifestsBefore = await readManifests(cluster.transport, manifests);
    const warnings = await project.apply({ external: false });
    const manifestsAfter = await readManifests(cluster.transport, manifests);
    const read = (): Promise<PlannedObject[]> => readObjects(cluster.transport, access, live.kinds);
    const before = await read();
    const { diagnostics, objects: after, settled } = await run(cluster, account, args, options, read);
    const to = now().getTime();
    return {
      manifests: compareStates(manifestsBefore, manifestsAfter, { from, to }),
      objects: compareStates(before, after, { from, to }),
      settled,
      diagnostics: [...warnings, ...diagnostics],
    };
  } finally {
    await cluster.stop();
  }
}

/** Runs the operator until it has come to rest, and reads the objects before it stops: it may convert them. */
async function run(
  cluster: TestCluster,
  account: { namespace: string; name: string },
  args: readonly string[],
  { bundle, env, folder, namespaced, now, onLine, root, signal, timeout }: PlanOperatorOptions,
  read: () => Promise<PlannedObject[]>,
): Promise<{ objects: PlannedObject[]; settled: boolean; diagnostics: Diagnostic[] }> {
  const settlement = new Settlement();
  const lastLines: string[] = [];
  const reports = { settlement, idleReports: 0, exited: undefined as Error | undefined };
  const { namespace } = account;
  const credentials = new OperatorCredentials({
    api: new ApiObjects(cluster.transport),
    account,
    kubeconfig: (await cluster.serve()).kubeconfig,
    folder,
    lifetime: tokenLifetime,
    now,
  });
  const operator = new OperatorProcess({
    file: bundle,
    args,
    cwd: root,
    env: {
      ...(namespaced && { WATCH_NAMESPACE: namespace }),
      POD_NAMESPACE: namespace,
      ...env,
      KUBECONFIG: await credentials.write(),
    },
    onRun: (each) => settlement.ran(each, performance.now()),
    onIdle: (idle) => (reports.idleReports = idle ? reports.idleReports + 1 : 0),
    onLine: (line) => {
      lastLines.push(line);
      if (lastLines.length > shownLines) lastLines.shift();
      onLine(line);
    },
    onExit: ({ message }) => (reports.exited = exited(message, lastLines)),
  });
  try {
    const settled = await waitUntilSettled(cluster, reports, { timeout, signal });
    const objects = await read();
    return { objects, settled, diagnostics: problemsOf(reports, settled, timeout) };
  } finally {
    credentials.stop();
    await operator.kill();
  }
}

function exited(message: string, lastLines: readonly string[]): UserError {
  const output = lastLines.map((line) => `\n  ${line}`).join('');
  const hint = 'correct the error, and plan again';
  return new UserError(operatorExited({ message: `${message}${output}`, hint }));
}

function problemsOf(
  { idleReports, settlement }: { idleReports: number; settlement: Settlement },
  settled: boolean,
  timeout: number,
): Diagnostic[] {
  const failures = settlement.failing.map(({ error, name, retried }) =>
    notSettled({
      // A terminal error is a result: the operator waits until the object changes.
      severity: retried ? 'error' : 'warning',
      message: `the reconcile of ${name} fails: ${error}`,
      hint: 'correct the operator or the object, and plan again',
    }),
  );
  if (settled) return failures;
  const active = settlement.active(performance.now());
  const reason =
    active.length > 0
      ? `still reconciled: ${active.slice(0, 5).join(', ')}${active.length > 5 ? ` and ${active.length - 5} more` : ''}`
      : idleReports === 0
        ? 'the operator did not become ready, or a reconcile does not end'
        : 'objects keep changing';
  return [
    ...failures,
    notSettled({
      message: `not settled after ${timeout / 1_000} s: ${reason}`,
      hint: 'run opgen dev to see what it does, or pass a longer --timeout',
    }),
  ];
}
