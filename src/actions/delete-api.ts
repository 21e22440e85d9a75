import { planDeleteApi } from '../scaffold/delete/delete-api.ts';
import { planDeleteControllers } from '../scaffold/delete/delete-controllers.ts';
import type { ActionContext } from './action-context.ts';
import type { ActionResult } from './action-result.ts';
import { askForValues } from './steps/ask-for-values.ts';
import { kindValues } from './steps/kind-values.ts';
import { nextSteps } from './steps/next-steps.ts';
import { projectRoot } from './steps/project-root.ts';
import { recoverOrRefuse, writePlan, type WritingOptions } from './steps/write-plan.ts';

export interface DeleteApiOptions extends WritingOptions {
  group?: string | undefined;
  version?: string[] | undefined;
  kind?: string | undefined;
  /** Only these controllers of the kind. */
  controllerName?: string[] | undefined;
  /** Delete the storage version although other versions remain. */
  deleteStorageVersion?: boolean | undefined;
}

export async function deleteApi(context: ActionContext, options: DeleteApiOptions): Promise<ActionResult> {
  const root = projectRoot(context);
  recoverOrRefuse(root, options);
  const { deleteStorageVersion: force = false, controllerName: names } = options;
  const group = options.group === '' ? undefined : options.group;
  const { kind, version } = await askForValues(
    context,
    'delete api',
    kindValues(root, options.kind),
    { kind: options.kind, version: options.version?.join(',') },
    group === undefined ? [] : ['--group', group],
  );
  const versions = [...new Set(version.split(',').map((each) => each.trim()))];
  const { changes, kept, notes, resources } =
    names === undefined
      ? planDeleteApi(root, { group, kind, versions, force })
      : planDeleteControllers(root, { group, kind, version, names: [...new Set(names)] });
  const { changed, text, written } = await writePlan(context, root, changes, options);
  const ownsKind = names === undefined && resources.some(({ api }) => api !== undefined);
  const note = [
    ...notes,
    ...(ownsKind ? [`The CRD and the ${kind} objects in your clusters were not deleted.`] : []),
  ]
    .map((each) => `\n${each}\n`)
    .join('');
  return {
    data: { resources },
    changed,
    diagnostics: kept,
    text: written ? text + note + nextSteps(root, ({ exec }) => [`${exec} opgen manifests`]) : text,
  };
}
