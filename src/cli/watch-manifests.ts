import { Disk } from '../disk/disk.ts';
import { compare, snapshotOf } from '../disk/snapshot.ts';
import type { ManifestsRun } from './manifests-run.ts';
import type { Outcome } from './outcome.ts';
import { lastRunWith } from './up-to-date.ts';
import { FileWatch } from './watch-files.ts';
import { writeManifests } from './write-manifests.ts';

/** A line for each round; what is wrong is told, and the next change may mend it. */
export async function watchManifests(run: ManifestsRun, root: string): Promise<Outcome> {
  const { flags, rounds, session } = run;
  const changes = new FileWatch(root, rounds.begin());
  let disk: Disk;
  do {
    const began = Date.now();
    disk = new Disk();
    await rounds.report(async () => {
      const lastRun = flags.cache ? lastRunWith(flags, session.cwd, root) : undefined;
      const outcome = await writeManifests(run, root, { disk, lastRun });
      const time = session.now().toTimeString().slice(0, 8);
      return { ...outcome, text: `${time} ${inOneLine(outcome)}` };
    });
    if (changes.watch(disk.asked)) {
      // What happened in a folder before it was watched nobody has told.
      const read = snapshotOf(root, began, [disk], { texts: new Map(), folders: [] });
      if (compare(root, read, Date.now()) === undefined) changes.notice();
    }
  } while (await changes.next());
  return { data: {}, text: '' };
}

function inOneLine({ changed = [] }: Outcome): string {
  if (changed.length === 0) return 'everything is up to date';
  const words = { create: 'wrote', update: 'wrote', replace: 'wrote', delete: 'removed' } as const;
  return changed.map(({ action, path }) => `${words[action]} ${path}`).join(', ');
}
