import { recover, refuseUnfinished } from '../../scaffold/files/apply-plan.ts';
import type { FileChange } from '../../scaffold/files/file-plan.ts';
import type { ActionContext } from '../action-context.ts';
import type { ChangedFile } from '../action-result.ts';

/** Options of every action that writes files. */
export interface WritingOptions {
  /** Only list the changes. */
  dryRun?: boolean | undefined;
  /** Only show the changes, as a unified diff. */
  diff?: boolean | undefined;
}

/** Call first: completes or undoes what a killed command left, unless this command promised to write nothing. */
export function recoverOrRefuse(root: string, { diff, dryRun }: WritingOptions): void {
  if (dryRun === true || diff === true) refuseUnfinished(root);
  else recover(root);
}

export interface WrittenPlan {
  changed: ChangedFile[];
  /** The plan, as a list or as a diff. */
  text: string;
  written: boolean;
}

/** Writes a plan, or only shows it when --dry-run or --diff ask for that. */
export async function writePlan(
  context: ActionContext,
  root: string,
  changes: readonly FileChange[],
  { diff = false, dryRun = false }: WritingOptions,
): Promise<WrittenPlan> {
  const { interrupted, paint, progress } = context;
  const changed = changes.map(({ action, path }): ChangedFile => ({ path, action }));
  const written = !dryRun && !diff;
  if (written && changes.length > 0) {
    const { applyPlan } = await import('../../scaffold/files/apply-plan.ts');
    interrupted?.throwIfAborted();
    await progress.step(`write ${changes.length} files`, () => applyPlan(root, changes));
  }
  if (diff) {
    const { unifiedDiff } = await import('../../scaffold/files/unified-diff.ts');
    return { changed, text: unifiedDiff(changes), written };
  }
  const lines = changed.map(({ action, path }) => `${paint(colors[action], action.padEnd(7))} ${path}\n`);
  return { changed, text: lines.join(''), written };
}

const colors = { create: 'green', update: 'yellow', replace: 'red', delete: 'red' } as const;
