import { readFileSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { startLocalCluster } from '../cluster/start-local-cluster.ts';
import { useKubeconfig } from '../cluster/use-kubeconfig.ts';
import { Bundler } from '../dev/bundler.ts';
import { FaultInjection } from '../dev/fault-injection.ts';
import { faultRates } from '../dev/fault-rates.ts';
import { serveOperator } from '../dev/operator-access.ts';
import { operatorArguments, servesWebhooks } from '../dev/operator-arguments.ts';
import type { Page } from '../dev/page/page.ts';
import { simulationOf, startPage } from '../dev/page/start-page.ts';
import { ProjectInCluster } from '../dev/project-in-cluster.ts';
import { TypeChecker } from '../dev/type-check.ts';
import { chooseWebhookEndpoint } from '../dev/webhook-endpoint.ts';
import { findProjectRoot, projectFileName } from '../project/find-project.ts';
import { ProjectFile } from '../project/project-file.ts';
import type { ActionContext } from './action-context.ts';
import type { ActionResult } from './action-result.ts';
import { DevLoop } from './dev/dev-loop.ts';

/** The options of `opgen dev`. */
export interface DevOptions {
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
const devFolder = 'node_modules/.cache/opgen/dev';

/** Runs the operator in a local cluster, and restarts it after every change, until Ctrl-C. */
export async function dev(context: ActionContext, options: DevOptions): Promise<ActionResult> {
  const { cwd, env, now, repeatedRuns } = context;
  const root = findProjectRoot(cwd);
  const { namespaced, projectName } = ProjectFile.parse(readFileSync(join(root, projectFileName), 'utf8'));
  const rates = options.faults && faultRates(options.faults);
  const quit = new AbortController();
  const signal = AbortSignal.any([repeatedRuns.begin(), quit.signal]);
  const folder = join(root, devFolder);
  const bundle = join(folder, 'main.js');
  const bundler = new Bundler(root, bundle);
  await bundler.prepare();
  const { cluster, kubeconfig, stop, url, version } = await startLocalCluster({
    nodes: options.nodes,
    state: options.state === undefined ? undefined : resolve(cwd, options.state),
    manifests: (options.filename ?? []).map((path) => resolve(cwd, path)),
  });
  let page: Page | undefined;
  try {
    const endpoint = await chooseWebhookEndpoint(folder, now());
    const args = operatorArguments(root, endpoint, folder);
    const project = new ProjectInCluster({
      cluster,
      root,
      name: projectName,
      namespaced,
      webhooks: servesWebhooks(args) ? endpoint : undefined,
    });
    if (options.page !== false)
      page = await startPage({
        root,
        project: projectName,
        cluster: { url, version },
        transport: cluster.transport,
        simulation: simulationOf(cluster),
        namespace: namespaced ? project.namespace : undefined,
        port: options.pagePort,
        now,
      });
    const administrator = join(folder, 'kubeconfig');
    await mkdir(folder, { recursive: true });
    await writeFile(administrator, kubeconfig, { mode: 0o600 });
    await repeatedRuns.report(async () => ({
      data: { event: 'cluster', url, version, kubeconfig: administrator, page: page?.url },
      text: [
        `Kubernetes ${version} at ${url}`,
        `  ${useKubeconfig(administrator)}`,
        ...(page === undefined ? [] : [`Page: ${page.url}`]),
        '',
      ].join('\n'),
    }));
    const faults = new FaultInjection({
      // The operator sends its token; without one, the API server refuses what it refuses to everybody.
      upstream: cluster.transportFor({ name: 'system:anonymous' }),
      options: {
        active: options.chaos !== undefined || rates !== undefined,
        seed: options.chaos === true ? undefined : options.chaos,
        rates,
      },
      onFault: (injected) => loop.reportFault(injected),
      onCrash: (crash) => void loop.crashOperator(crash),
    });
    const access = await serveOperator(faults);
    const loop = new DevLoop({
      context,
      root,
      project,
      bundler,
      types: new TypeChecker(root, join(folder, 'types.tsbuildinfo')),
      page,
      faults,
      samples: options.samples ?? false,
      fix: options.fix ?? false,
      signal,
      quit: () => quit.abort(),
      operator: {
        file: bundle,
        args,
        cwd: root,
        env: { ...env, ...(namespaced && { WATCH_NAMESPACE: project.namespace }) },
        inspect: options.inspect === true ? '127.0.0.1:9229' : options.inspect,
      },
      kubeconfigOfOperator: async () => {
        const path = join(folder, 'operator.kubeconfig');
        const ofOperator = await project.kubeconfigOfOperator(kubeconfig);
        await writeFile(path, access.kubeconfig(ofOperator), { mode: 0o600 });
        return path;
      },
    });
    await loop.run().finally(() => access.close());
  } finally {
    await bundler.close();
    await page?.stop();
    await stop();
    await rm(folder, { recursive: true, force: true });
  }
  return { data: {}, text: '' };
}
