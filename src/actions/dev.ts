import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Bundler } from '../dev/bundler.ts';
import type { DevTarget } from '../dev/dev-target.ts';
import { FaultInjection } from '../dev/fault-injection.ts';
import { faultRates } from '../dev/fault-rates.ts';
import { serveOperator } from '../dev/operator-access.ts';
import { operatorArguments, servesWebhooks } from '../dev/operator-arguments.ts';
import { OperatorCredentials } from '../dev/operator-credentials.ts';
import type { Page } from '../dev/page/page.ts';
import { startPage } from '../dev/page/start-page.ts';
import { OperatorPermissions } from '../dev/permissions/operator-permissions.ts';
import { openSessionFolder } from '../dev/session-folder.ts';
import { TypeChecker } from '../dev/type-check.ts';
import { chooseWebhookEndpoint, type DevWebhooks } from '../dev/webhook-endpoint.ts';
import { findProjectRoot, projectFileName } from '../project/find-project.ts';
import { ProjectFile } from '../project/project-file.ts';
import type { ActionContext } from './action-context.ts';
import type { ActionResult } from './action-result.ts';
import { Cleanups } from './dev/cleanups.ts';
import { DevLoop } from './dev/dev-loop.ts';
import type { DevOptions } from './dev/dev-options.ts';
import { operatorActions } from './dev/operator-actions.ts';
import { startTarget } from './dev/start-target.ts';
import { undoneReport } from './dev/undone-report.ts';

/** Runs the operator in a cluster, and restarts it after every change, until Ctrl-C. */
export async function dev(context: ActionContext, options: DevOptions): Promise<ActionResult> {
  const cleanups = new Cleanups();
  try {
    await developUntilInterrupted(context, options, cleanups);
  } finally {
    await cleanups.run();
  }
  return { data: {}, text: '' };
}

async function developUntilInterrupted(
  context: ActionContext,
  options: DevOptions,
  cleanups: Cleanups,
): Promise<void> {
  const { cwd, env, now, repeatedRuns } = context;
  const root = findProjectRoot(cwd);
  const { namespaced, projectName } = ProjectFile.parse(readFileSync(join(root, projectFileName), 'utf8'));
  const rates = options.faults && faultRates(options.faults);
  const quit = new AbortController();
  const signal = AbortSignal.any([repeatedRuns.begin(), quit.signal]);
  const session = await openSessionFolder(root, options.context);
  cleanups.add(() => session.close());
  const folder = session.path;
  const bundle = join(folder, 'main.js');
  const bundler = new Bundler(root, bundle);
  await bundler.prepare();
  cleanups.add(() => bundler.close());
  let args: readonly string[] = [];
  const target = await startTarget(context, options, {
    root,
    projectName,
    namespaced,
    folder,
    async webhooksAt(host?: string): Promise<DevWebhooks['endpoint'] | undefined> {
      const { bindAddress, endpoint } = await chooseWebhookEndpoint(folder, now(), host);
      args = operatorArguments(root, bindAddress, folder);
      return servesWebhooks(root) ? endpoint : undefined;
    },
    onLost(error) {
      void repeatedRuns.report(async () => {
        throw error;
      });
      quit.abort();
    },
  });
  cleanups.add(() => stopAndReport(context, target));
  const { account, api, kubeconfig, project, simulation, transport, url, version } = target;
  let loop: DevLoop | undefined;
  let page: Page | undefined;
  if (options.page !== false) {
    page = await startPage({
      root,
      project: projectName,
      cluster: { url, version },
      transport,
      simulation,
      namespace: namespaced ? account.namespace : undefined,
      operator: operatorActions(() => loop?.controls),
      port: options.pagePort,
      now,
    });
    cleanups.add(() => page?.stop());
  }
  await introduce(context, target, page);
  // The operator sends its token; without one, the API server refuses what it refuses to everybody.
  const { anonymous } = target;
  const permissions =
    page &&
    new OperatorPermissions({
      root,
      account,
      upstream: anonymous,
      publish: (view) => page?.publish('permissions', view),
    });
  const faults = new FaultInjection({
    upstream: permissions?.transport ?? anonymous,
    options: {
      active: options.chaos !== undefined || rates !== undefined,
      seed: options.chaos === true ? undefined : options.chaos,
      rates,
    },
    onFault: (injected) => loop?.controls.reportFault(injected),
    onChange: () => page?.publish('faults', faults.state),
    onCrash: (crash) => void loop?.controls.crashOperator(crash),
  });
  const access = await serveOperator(faults);
  cleanups.add(() => access.close());
  const credentials = new OperatorCredentials({
    api,
    account,
    kubeconfig: access.kubeconfig(kubeconfig),
    folder,
    lifetime: target.tokenLifetime,
    now,
  });
  cleanups.add(() => credentials.stop());
  loop = new DevLoop({
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
    kubeconfigOfOperator: () => credentials.write(),
  });
  await loop.run();
}

function introduce(
  { repeatedRuns }: ActionContext,
  { introduction, url, version }: DevTarget,
  page: Page | undefined,
): Promise<void> {
  return repeatedRuns.report(async () => ({
    data: { event: 'cluster', url, version, ...introduction.data, page: page?.url },
    text: [introduction.text, ...(page === undefined ? [] : [`Page: ${page.url}`]), ''].join('\n'),
  }));
}

async function stopAndReport({ repeatedRuns }: ActionContext, target: DevTarget): Promise<void> {
  const undone = await target.stop();
  if (undone.length > 0) await repeatedRuns.report(async () => undoneReport(undone));
}
