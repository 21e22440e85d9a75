import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Diagnostic, hasErrors, UserError } from '../diagnostics.ts';
import type { GeneratedManifests } from '../manifests/generate.ts';
import { configFolder, manifestParts, partFolders } from '../manifests/manifest-parts.ts';
import { staleFiles } from '../manifests/stale-files.ts';
import { findProjectRoot, projectFileName } from '../project/project-file.ts';
import { recover } from '../scaffold/files/apply-plan.ts';
import { planGenerated } from '../scaffold/files/plan-generated.ts';
import { carryOut } from './carry-out.ts';
import type { ManifestsFlags } from './commands/manifests.ts';
import type { Outcome } from './outcome.ts';
import type { Progress } from './progress.ts';
import type { Rounds } from './rounds.ts';
import type { Session } from './session.ts';
import { FileWatch, type Watched } from './watch-files.ts';

export interface ManifestsRun {
  session: Session;
  progress: Progress;
  rounds: Rounds;
  flags: ManifestsFlags;
}

export async function manifests(run: ManifestsRun): Promise<Outcome> {
  const root = findProjectRoot(run.session.cwd);
  recover(root);
  if (run.flags.watch === true) return watchManifests(run, root);
  if (run.flags.stdout === true) return printManifests(run, root);
  return writeManifests(run, root);
}

async function generate({ flags, progress }: ManifestsRun, root: string): Promise<GeneratedManifests> {
  const { generateManifests } = await progress.step(
    'load the compiler',
    () => import('../manifests/generate.ts'),
  );
  const { headerFile: header, kubernetesDocs, kubernetesVersion, maxDescriptionLength, only } = flags;
  const generated = await progress.step('read src/', () =>
    generateManifests({
      root,
      ...(header !== undefined && { header }),
      ...(kubernetesDocs !== undefined && { kubernetesDocs }),
      ...(kubernetesVersion !== undefined && { kubernetesVersion }),
      ...(maxDescriptionLength !== undefined && { maxDescriptionLength }),
      ...(only !== undefined && { only }),
    }),
  );
  for (const path of generated.sources) progress.detail(`read ${path}`);
  for (const { file, group, kind, version } of generated.kinds)
    progress.detail(`${file} declares ${kind} of ${group}/${version}`);
  if (hasErrors(generated.diagnostics)) throw new UserError(generated.diagnostics);
  return generated;
}

async function printManifests(run: ManifestsRun, root: string): Promise<Outcome> {
  const { diagnostics, files, kinds } = await generate(run, root);
  return { data: { kinds, files }, diagnostics, text: files.map(({ content }) => content).join('') };
}

async function writeManifests(run: ManifestsRun, root: string): Promise<Outcome> {
  const { flags, progress, session } = run;
  const generated = await generate(run, root);
  const { folder, files, stale } = await destination(run, root, generated);
  const changes = planGenerated(folder, files, stale, flags);
  const check = flags.check === true;
  const { changed, text } = await carryOut(
    session,
    progress,
    folder,
    changes,
    check ? { ...flags, diff: true } : flags,
  );
  return {
    data: { kinds: generated.kinds },
    changed,
    diagnostics: [...generated.diagnostics, ...(check && changed.length > 0 ? [outOfDate(flags)] : [])],
    found: check && changed.length > 0,
    text: changed.length === 0 ? 'everything is up to date' : text,
  };
}

/** What --check found, with the command that mends it. */
function outOfDate({ only, out }: ManifestsRun['flags']): Diagnostic {
  const words = [
    'opgen manifests',
    ...(only === undefined ? [] : [`--only ${only.join(',')}`]),
    ...(out === undefined ? [] : [`--out ${out}`]),
  ];
  const message = 'what is generated is out of date: it would change as the diff says';
  return {
    code: 'OPG4011',
    severity: 'warning',
    message,
    hint: `run ${words.join(' ')} and commit what it writes`,
  };
}

type Destination = Pick<GeneratedManifests, 'files' | 'stale'> & { folder: string };

/** The project, or the folder of `--out` in place of its config/. */
async function destination(
  { flags: { only = manifestParts, out }, session }: ManifestsRun,
  root: string,
  { files, stale }: GeneratedManifests,
): Promise<Destination> {
  if (out === undefined) return { folder: root, files, stale };
  const folder = resolve(session.cwd, out);
  recover(folder);
  const moved = files.map(({ content, path }) => ({ path: below(path), content }));
  const folders = only.map((part) => below(partFolders[part]));
  return { folder, files: moved, stale: await staleFiles(folder, folders, moved) };
}

function below(path: string): string {
  return path.slice(configFolder.length + 1);
}

/** A line for each round; what is wrong is told, and the next change may mend it. */
async function watchManifests(run: ManifestsRun, root: string): Promise<Outcome> {
  const { rounds, session } = run;
  const signal = rounds.begin();
  const changes = new FileWatch(watched(root), signal);
  do {
    await rounds.report(async () => {
      const outcome = await writeManifests(run, root);
      const time = session.now().toTimeString().slice(0, 8);
      return { ...outcome, text: `${time} ${inOneLine(outcome)}` };
    });
  } while (await changes.next());
  return { data: {}, text: '' };
}

/** Sources and folders of sources, which may move as a whole; and PROJECT. */
function watched(root: string): Watched[] {
  const sources = join(root, 'src');
  return [
    { folder: root, recursive: false, matters: (path) => path === projectFileName },
    ...(existsSync(sources) ? [{ folder: sources, recursive: true, matters: isSource }] : []),
  ];
}

function isSource(path: string): boolean {
  return /(\.m?ts|(^|[/\\])[^.]*)$/.test(path);
}

function inOneLine({ changed = [] }: Outcome): string {
  if (changed.length === 0) return 'everything is up to date';
  const words = { create: 'wrote', overwrite: 'wrote', delete: 'removed' } as const;
  return changed.map(({ action, path }) => `${words[action]} ${path}`).join(', ');
}
