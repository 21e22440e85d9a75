import { Disk } from '../../disk/disk.ts';
import { compare, snapshotOf } from '../../disk/snapshot.ts';
import type { ActionContext } from '../action-context.ts';
import type { ActionResult } from '../action-result.ts';
import { lastManifestsRun } from '../last-run/manifests-last-run.ts';
import { FileWatch } from './file-watch.ts';
import type { ManifestsOptions } from './options.ts';
import { writeManifests } from './write-manifests.ts';

/** Generates the manifests after every change, and prints one line each time. Errors do not end it. */
export async function watchManifests(
  context: ActionContext,
  root: string,
  options: ManifestsOptions,
): Promise<ActionResult> {
  const { repeatedRuns } = context;
  const changes = new FileWatch(root, repeatedRuns.begin());
  let disk = new Disk();
  do {
    const began = Date.now();
    disk = new Disk(disk);
    await repeatedRuns.report(async () => {
      const lastRun = options.cache ? lastManifestsRun(options, context.cwd, root) : undefined;
      const result = await writeManifests(context, root, options, { disk, lastRun });
      const time = context.now().toTimeString().slice(0, 8);
      return { ...result, text: `${time} ${summaryOf(result)}` };
    });
    if (changes.watch(disk.asked)) {
      // A new watcher does not report the changes made before it started.
      const read = snapshotOf(root, began, [disk], { texts: new Map(), folders: [] });
      if (compare(root, read, Date.now()) === undefined) changes.notice();
    }
  } while (await changes.next());
  return { data: {}, text: '' };
}

function summaryOf({ changed = [] }: ActionResult): string {
  if (changed.length === 0) return 'everything is up to date';
  const verbs = { create: 'wrote', update: 'wrote', replace: 'wrote', delete: 'removed' } as const;
  return changed.map(({ action, path }) => `${verbs[action]} ${path}`).join(', ');
}
