import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Minor } from '@opgen/rules/builtin';
import { Bundler } from '../dev/bundler.ts';
import { contextTarget } from '../dev/context/context-target.ts';
import type { DevTarget } from '../dev/dev-target.ts';
import { FaultInjection } from '../dev/fault-injection.ts';
import { faultRates } from '../dev/fault-rates.ts';
import { serveOperator } from '../dev/operator-access.ts';
import { localTarget } from '../dev/local-target.ts';
import { operatorArguments, servesWebhooks } from '../dev/operator-arguments.ts';
import { OperatorCredentials } from '../dev/operator-credentials.ts';
import type { Page } from '../dev/page/page.ts';
import { startPage } from '../dev/page/start-page.ts';
import { OperatorPermissions } from '../dev/permissions/operator-permissions.ts';
import { TypeChecker } from '../dev/type-check.ts';
import { chooseWebhookEndpoint, type DevWebhooks } from '../dev/webhook-endpoint.ts';
import { findProjectRoot, projectFileName } from '../project/find-project.ts';
import { ProjectFile } from '../project/project-file.ts';
import type { ActionContext } from './action-context.ts';
import type { ActionResult } from './action-result.ts';
import { DevLoop } from './dev/dev-loop.ts';
import { readContext } from './dev/read-context.ts';
import { undoneReport } from './dev/undone-report.ts';
import { kubectlIn } from './kubectl/kubectl.ts';
import { operatorActions } from './dev/operator-actions.ts';

/** The options of `opgen dev`. */
export interface DevOptions {
  /** The cluster of this context instead of an embedded one. */
  context?: string;
  /** Where the API server of the context reaches this machine. */
  host?: string;
  /** The minor version of Kubernetes of the embedded cluster. */
  version?: Minor;
  nodes: number;
  samples?: boolean;
  fix?: boolean;
  state?: string;
  /** The address of the debugger, or true for the default. */
  inspect?: string | true;
  filename?: readonly string[];
  /** False: serve no page. */
  page?: boolean;
  /** Default: a free port. */
  pagePort?: number;
  /** Inject faults from the start: with this seed, or with a random one. */
  chaos?: number | true;
  /** Which faults, such as `conflict` or `conflict=0.5`; implies chaos. Default: the usual ones. */
  faults?: readonly string[];
}

/** In the project, but ignored by git. */
const cacheFolder = 'node_modules/.cache/opgen';

/** Runs the operator in a cluster, and restarts it after every change, until Ctrl-C. */
export async function dev(context: ActionContext, options: DevOptions): Promise<ActionResult> {
  const { cwd, env, now, repeatedRuns } = context;
  const root = findProjectRoot(cwd);
  const { namespaced, projectName } = ProjectFile.parse(readFileSync(join(root, projectFileName), 'utf8'));
  const rates = options.faults && faultRates(options.faults);
  const quit = new AbortController();
  const signal = AbortSignal.any([repeatedRuns.begin(), quit.signal]);
  const folder = join(root, cacheFolder, options.context === undefined ? 'dev' : `dev-${process.pid}`);
  const bundle = join(folder, 'main.js');
  const bundler = new Bundler(root, bundle);
  await bundler.prepare();
  let args: readonly string[] = [];
  const webhooksAt = async (host?: string): Promise<DevWebhooks['endpoint'] | undefined> => {
    const { bindAddress, endpoint } = await chooseWebhookEndpoint(folder, now(), host);
    args = operatorArguments(root, bindAddress, folder);
    return servesWebhooks(root) ? endpoint : undefined;
  };
  let target: DevTarget | undefined;
  let page: Page | undefined;
  let credentials: OperatorCredentials | undefined;
  let loop: DevLoop | undefined;
  try {
    const common = { root, projectName, namespaced };
    if (options.context === undefined)
      target = await localTarget({
        ...common,
        cwd,
        folder,
        webhooks: await webhooksAt(),
        version: options.version,
        nodes: options.nodes,
        state: options.state,
        manifests: options.filename ?? [],
      });
    else {
      const kubectl = kubectlIn(root, context, { context: options.context });
      target = await contextTarget({
        ...common,
        context: await readContext(kubectl, options.context),
        env,
        now,
        host: options.host,
        webhooksAt,
        onLost: (error) => {
          void repeatedRuns.report(async () => {
            throw error;
          });
          quit.abort();
        },
      });
    }
    const { account, api, introduction, kubeconfig, project, simulation, transport, url, version } = target;
    if (options.page !== false)
      page = await startPage({
        root,
        project: projectName,
        cluster: { url, version },
        transport,
        simulation,
        namespace: namespaced ? account.namespace : undefined,
        operator: operatorActions(() => loop),
        port: options.pagePort,
        now,
      });
    await repeatedRuns.report(async () => ({
      data: { event: 'cluster', url, version, ...introduction.data, page: page?.url },
      text: [introduction.text, ...(page === undefined ? [] : [`Page: ${page.url}`]), ''].join('\n'),
    }));
    // The operator sends its token; without one, the API server refuses what it refuses to everybody.
    const { anonymous } = target;
    const shown = page;
    const permissions =
      shown &&
      new OperatorPermissions({
        root,
        account,
        upstream: anonymous,
        publish: (view) => shown.publish('permissions', view),
      });
    const faults = new FaultInjection({
      upstream: permissions?.transport ?? anonymous,
      options: {
        active: options.chaos !== undefined || rates !== undefined,
        seed: options.chaos === true ? undefined : options.chaos,
        rates,
      },
      onFault: (injected) => loop?.reportFault(injected),
      onChange: () => page?.publish('faults', faults.state),
      onCrash: (crash) => void loop?.crashOperator(crash),
    });
    const access = await serveOperator(faults);
    const { tokenLifetime: lifetime } = target;
    const ofOperator = access.kubeconfig(kubeconfig);
    credentials = new OperatorCredentials({ api, account, kubeconfig: ofOperator, folder, lifetime, now });
    const operatorCredentials = credentials;
    const started = new DevLoop({
      context,
      root,
      project,
      bundler,
      types: new TypeChecker(root, join(folder, 'types.tsbuildinfo')),
      page,
      permissions,
      faults,
      samples: options.samples ?? false,
      fix: options.fix ?? false,
      signal,
      quit: () => quit.abort(),
      operator: {
        file: bundle,
        args,
        cwd: root,
        env: { ...env, ...(namespaced && { WATCH_NAMESPACE: account.namespace }) },
        inspect: options.inspect === true ? '127.0.0.1:9229' : options.inspect,
      },
      kubeconfigOfOperator: () => operatorCredentials.write(),
    });
    loop = started;
    await started.run().finally(() => access.close());
  } finally {
    credentials?.stop();
    await bundler.close();
    await page?.stop();
    await rm(folder, { recursive: true, force: true });
    await stopAndReport(context, target);
  }
  return { data: {}, text: '' };
}

async function stopAndReport({ repeatedRuns }: ActionContext, target: DevTarget | undefined): Promise<void> {
  const undone = (await target?.stop()) ?? [];
  if (undone.length > 0) await repeatedRuns.report(async () => undoneReport(undone));
}
