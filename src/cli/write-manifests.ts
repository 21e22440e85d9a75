import { dirname, join, resolve } from 'node:path';
import { type Diagnostic, hasErrors, UserError } from '../diagnostics.ts';
import { Disk } from '../disk/disk.ts';
import type { Outputs } from '../disk/snapshot.ts';
import type { GeneratedFile, GeneratedManifests } from '../manifests/generate.ts';
import { configFolder, manifestParts, partFolders } from '../manifests/manifest-parts.ts';
import { staleFiles } from '../manifests/stale-files.ts';
import { recover, transactionFolder } from '../scaffold/files/apply-plan.ts';
import { planGenerated } from '../scaffold/files/plan-generated.ts';
import { carryOut } from './carry-out.ts';
import type { LastRun } from './last-run.ts';
import type { ManifestsRun } from './manifests-run.ts';
import type { Outcome } from './outcome.ts';
import { type UpToDate, upToDate } from './up-to-date.ts';

export async function printManifests(run: ManifestsRun, root: string): Promise<Outcome> {
  recover(root);
  const { diagnostics, files, kinds } = await generate(run, root, new Disk());
  return { data: { kinds, files }, diagnostics, text: files.map(({ content }) => content).join('') };
}

export interface WriteOptions {
  /** Through which the project is read. */
  disk?: Disk;
  /** Where the run is kept if the next one may end as soon as it finds nothing changed. */
  lastRun?: LastRun<UpToDate> | undefined;
}

export async function writeManifests(
  run: ManifestsRun,
  root: string,
  { disk = new Disk(), lastRun }: WriteOptions,
): Promise<Outcome> {
  const { flags, progress, session } = run;
  recover(root);
  const generated = await generate(run, root, disk);
  const wanted = destination(run, root, generated);
  recover(wanted.folder);
  const stale = staleFiles(wanted.folder, wanted.folders, wanted.files, new Disk());
  const changes = planGenerated(wanted.folder, wanted.files, stale, flags);
  const check = flags.check === true;
  const { changed, text, written } = await carryOut(
    session,
    progress,
    wanted.folder,
    changes,
    check ? { ...flags, diff: true } : flags,
  );
  const { diagnostics, kinds } = generated;
  if (written || changed.length === 0) keep(lastRun, { diagnostics, kinds }, root, disk, wanted);
  if (changed.length === 0) return upToDate(generated);
  return {
    data: { kinds },
    changed,
    diagnostics: [...diagnostics, ...(check ? [outOfDate(flags)] : [])],
    found: check,
    text,
  };
}

/** All files are as wanted now. Another run would do nothing as long as no obstacle and no stale file appears. */
function keep(
  lastRun: LastRun<UpToDate> | undefined,
  result: UpToDate,
  root: string,
  disk: Disk,
  { files, folder, folders }: Destination,
): void {
  if (lastRun === undefined) return;
  const after = new Disk();
  if (staleFiles(folder, folders, files, after).length > 0) return;
  if ([root, folder].some((place) => after.isThere(join(place, transactionFolder)))) return;
  lastRun.keep(result, [disk, after], outputsOf(folder, files));
}

function outputsOf(folder: string, files: readonly GeneratedFile[]): Outputs {
  const above = (path: string): string[] => (path === '.' ? [] : [path, ...above(dirname(path))]);
  const folders = new Set(files.flatMap(({ path }) => above(dirname(path))));
  return {
    texts: new Map(files.map(({ content, path }) => [join(folder, path), content])),
    folders: [...folders].map((path) => join(folder, path)),
  };
}

async function generate(
  { flags, progress, session }: ManifestsRun,
  root: string,
  disk: Disk,
): Promise<GeneratedManifests> {
  const { generateManifests } = await progress.step(
    'load the compiler',
    () => import('../manifests/generate.ts'),
  );
  const { headerFile, kubernetesDocs, kubernetesVersion, maxDescriptionLength, only } = flags;
  const header = headerFile === undefined ? undefined : disk.text(resolve(session.cwd, headerFile));
  const generated = await progress.step('read src/', () =>
    generateManifests({
      root,
      disk,
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

interface Destination {
  folder: string;
  files: readonly GeneratedFile[];
  /** The folders of files like these, relative to the folder. */
  folders: readonly string[];
}

/** The project, or the folder of `--out` in place of its config/. */
function destination(
  { flags: { only = manifestParts, out }, session }: ManifestsRun,
  root: string,
  { files }: GeneratedManifests,
): Destination {
  const folders = only.map((part) => partFolders[part]);
  if (out === undefined) return { folder: root, files, folders };
  return {
    folder: resolve(session.cwd, out),
    files: files.map(({ content, path }) => ({ path: below(path), content })),
    folders: folders.map(below),
  };
}

function below(path: string): string {
  return path.slice(configFolder.length + 1);
}
