import { dirname, join, resolve } from 'node:path';
import { type Diagnostic, hasErrors, UserError } from '../../diagnostics.ts';
import { Disk } from '../../disk/disk.ts';
import type { Outputs } from '../../disk/snapshot.ts';
import type { GeneratedFile, GeneratedManifests } from '../../manifests/generate.ts';
import { configFolder, manifestParts, partFolders } from '../../manifests/manifest-parts.ts';
import { staleFiles } from '../../manifests/stale-files.ts';
import { refuseUnfinished, transactionFolder } from '../../scaffold/files/apply-plan.ts';
import { planGenerated } from '../../scaffold/files/plan-generated.ts';
import type { ActionContext } from '../action-context.ts';
import type { ActionResult } from '../action-result.ts';
import { outOfDate } from '../diagnostics.ts';
import type { LastRun } from '../last-run/last-run.ts';
import { type UpToDate, upToDate } from '../last-run/manifests-last-run.ts';
import { newerProject } from '../steps/project-root.ts';
import { recoverOrRefuse, writePlan } from '../steps/write-plan.ts';
import { withSampleSeverity } from './sample-severity.ts';
import type { ManifestsOptions } from './options.ts';

export async function printManifests(
  context: ActionContext,
  root: string,
  options: ManifestsOptions,
): Promise<ActionResult> {
  refuseUnfinished(root);
  const { diagnostics, files, kinds } = await generate(context, root, options, new Disk());
  return { data: { kinds, files }, diagnostics, text: files.map(({ content }) => content).join('') };
}

export interface WriteManifestsOptions {
  /** Reads the project. */
  disk?: Disk;
  /** Remembers the run, so that the next one can end as soon as it finds nothing changed. */
  lastRun?: LastRun<UpToDate> | undefined;
}

export async function writeManifests(
  context: ActionContext,
  root: string,
  options: ManifestsOptions,
  { disk = new Disk(), lastRun }: WriteManifestsOptions,
): Promise<ActionResult> {
  const check = options.check === true;
  const writing = check ? { ...options, diff: true } : options;
  recoverOrRefuse(root, writing);
  const generated = await generate(context, root, options, disk);
  const wanted = destination(context, root, options, generated);
  recoverOrRefuse(wanted.folder, writing);
  const stale = staleFiles(wanted.folder, wanted.folders, wanted.files, new Disk());
  const changes = planGenerated(wanted.folder, wanted.files, stale, { force: options.force });
  const { changed, text, written } = await writePlan(context, wanted.folder, changes, writing);
  const { diagnostics, kinds } = generated;
  if (written || changed.length === 0) saveRun(lastRun, { diagnostics, kinds }, root, disk, wanted);
  if (changed.length === 0) return upToDate(generated, options);
  return {
    data: { kinds },
    changed,
    diagnostics: [
      ...withSampleSeverity(diagnostics, options).reported,
      ...(check ? [outOfDateManifests(options)] : []),
    ],
    found: check,
    text,
  };
}

/** Remembers that all files are up to date, unless a stale file or an unfinished transaction is left to handle. */
function saveRun(
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
  lastRun.save(result, [disk, after], outputsOf(folder, files));
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
  { cwd, progress }: ActionContext,
  root: string,
  options: ManifestsOptions,
  disk: Disk,
): Promise<GeneratedManifests> {
  const { generateManifests } = await progress.step(
    'load the compiler',
    () => import('../../manifests/generate.ts'),
  );
  const { headerFile, kubernetesDocs, kubernetesVersion, maxDescriptionLength, only } = options;
  const header = headerFile === undefined ? undefined : disk.text(resolve(cwd, headerFile));
  const generated = await progress.step('read src/', () =>
    generateManifests({ root, disk, header, kubernetesDocs, kubernetesVersion, maxDescriptionLength, only }),
  );
  for (const path of generated.sources) progress.detail(`read ${path}`);
  for (const { file, group, kind, version } of generated.kinds)
    progress.detail(`${file} declares ${kind} of ${group}/${version}`);
  if (hasErrors(generated.diagnostics)) throw new UserError(generated.diagnostics);
  return { ...generated, diagnostics: [...newerProject(root, disk), ...generated.diagnostics] };
}

/** What --check reports, with the command that updates the files. */
function outOfDateManifests({ only, out }: ManifestsOptions): Diagnostic {
  const words = [
    'opgen manifests',
    ...(only === undefined ? [] : [`--only ${only.join(',')}`]),
    ...(out === undefined ? [] : [`--out ${out}`]),
  ];
  return outOfDate({
    message: 'generated files are out of date; the diff shows the changes',
    hint: `run ${words.join(' ')} and commit the files`,
  });
}

interface Destination {
  folder: string;
  files: readonly GeneratedFile[];
  /** The folders that may hold stale files, relative to the folder. */
  folders: readonly string[];
}

/** The project, or the folder of `--out` instead of config/. */
function destination(
  { cwd }: ActionContext,
  root: string,
  { only = manifestParts, out }: ManifestsOptions,
  { files }: GeneratedManifests,
): Destination {
  const folders = only.map((part) => partFolders[part]);
  if (out === undefined) return { folder: root, files, folders };
  return {
    folder: resolve(cwd, out),
    files: files.map(({ content, path }) => ({ path: below(path), content })),
    folders: folders.map(below),
  };
}

function below(path: string): string {
  return path.slice(configFolder.length + 1);
}
