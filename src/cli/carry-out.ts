import type { FileChange } from '../scaffold/files/file-plan.ts';
import type { WritingFlags } from './common-options.ts';
import { painter } from './colors.ts';
import type { ChangedFile } from './outcome.ts';
import type { Progress } from './progress.ts';
import type { Session } from './session.ts';

export interface CarriedOut {
  changed: ChangedFile[];
  /** The plan, as a list or as a diff. */
  text: string;
  written: boolean;
}

/** Writes a plan, or only shows it when --dry-run or --diff ask for that. */
export async function carryOut(
  session: Session,
  progress: Progress,
  root: string,
  changes: readonly FileChange[],
  flags: WritingFlags,
): Promise<CarriedOut> {
  const changed = changes.map(({ action, path }): ChangedFile => ({ path, action }));
  const written = flags.dryRun !== true && flags.diff !== true;
  if (written && changes.length > 0) {
    const { applyPlan } = await import('../scaffold/files/apply-plan.ts');
    session.interrupted?.throwIfAborted();
    await progress.step(`write ${changes.length} files`, () => applyPlan(root, changes));
  }
  if (flags.diff === true) {
    const { unifiedDiff } = await import('../scaffold/files/unified-diff.ts');
    return { changed, text: unifiedDiff(changes), written };
  }
  return { changed, text: listOf(session, changed), written };
}

function listOf(session: Session, changed: readonly ChangedFile[]): string {
  const paint = painter(session.stdout, session.env);
  const colors = { create: 'green', update: 'yellow', replace: 'red', delete: 'red' } as const;
  return changed.map(({ action, path }) => `${paint(colors[action], action.padEnd(7))} ${path}\n`).join('');
}
