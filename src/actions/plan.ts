import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Bundler } from '../dev/bundler.ts';
import type { PlannedChange } from '../plan/compare-states.ts';
import { withLiveCluster } from '../plan/live-cluster.ts';
import { type Plan, planOperator } from '../plan/plan-operator.ts';
import { renderChanges, summaryOf } from '../plan/render-plan.ts';
import { findProjectRoot, projectFileName } from '../project/find-project.ts';
import { ProjectFile } from '../project/project-file.ts';
import type { ActionContext } from './action-context.ts';
import type { ActionResult } from './action-result.ts';

/** The options of `opgen plan`. */
export interface PlanOptions {
  /** A context of the kubeconfig. */
  context: string;
  /** Milliseconds until the operator has to come to rest. */
  timeout: number;
  /** Do not compare CRDs and roles. */
  objectsOnly?: boolean;
}

/** Shows what the operator of the project would change in a cluster, without changing it. */
export async function plan(context: ActionContext, options: PlanOptions): Promise<ActionResult> {
  const { cwd, env, interrupted = new AbortController().signal, now, progress } = context;
  const root = findProjectRoot(cwd);
  const { namespaced, projectName } = ProjectFile.parse(readFileSync(join(root, projectFileName), 'utf8'));
  const folder = await mkdtemp(join(tmpdir(), 'opgen-plan-'));
  const bundle = join(folder, 'main.mjs');
  const bundler = new Bundler(root, bundle);
  try {
    const result = await withLiveCluster(options.context, env, async (transport) => {
      await progress.step('bundle the operator', async () => (await bundler.bundle()).write());
      return progress.step(`run the operator on a copy of ${options.context}`, () =>
        planOperator({
          root,
          name: projectName,
          namespaced,
          bundle,
          folder,
          transport,
          timeout: options.timeout,
          env,
          now,
          signal: interrupted,
          onLine: (line) => progress.detail(line),
        }),
      );
    });
    return resultOf(context, options, result);
  } finally {
    await bundler.close();
    await rm(folder, { recursive: true, force: true });
  }
}

function resultOf(
  { paint }: ActionContext,
  { context, objectsOnly = false }: PlanOptions,
  { diagnostics, manifests: all, objects, settled }: Plan,
): ActionResult {
  const manifests = objectsOnly ? [] : all;
  const changes = [...manifests, ...objects];
  const section = (title: string, of: readonly PlannedChange[], whole: boolean): string[] =>
    of.length === 0 ? [] : [paint('bold', title), renderChanges(of, { paint, whole }), ''];
  return {
    text: [
      // People know what config/ contains.
      ...section('Manifests', manifests, false),
      ...section('Objects', objects, true),
      changes.length === 0 ? 'no changes' : summaryOf(changes),
    ].join('\n'),
    data: { context, settled, manifests, objects },
    diagnostics,
    found: changes.length > 0,
  };
}
