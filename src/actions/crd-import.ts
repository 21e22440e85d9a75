import { isAbsolute, posix, relative, resolve, sep } from 'node:path';
import type { CustomResourceDefinition } from '@opgen/rules/definitions';
import { type DiagnosticDefinition, didYouMean, UserError } from '../diagnostics.ts';
import { readGivenFile } from '../disk/read-given-file.ts';
import { notACrd } from '../import/diagnostics.ts';
import { importCustomResourceDefinition, type ImportedVersion } from '../import/import-definition.ts';
import { chooseDefinition, readDefinitions } from '../import/read-definitions.ts';
import { findProjectRoot } from '../project/find-project.ts';
import { importPath, planImport } from '../scaffold/api/import-kind.ts';
import type { FileChange } from '../scaffold/files/file-plan.ts';
import type { ActionContext } from './action-context.ts';
import type { ActionResult } from './action-result.ts';
import { usageError } from './diagnostics.ts';
import { nextSteps } from './steps/next-steps.ts';
import { recoverOrRefuse, writePlan, type WritingOptions } from './steps/write-plan.ts';

export interface CrdImportOptions extends WritingOptions {
  kind?: string | undefined;
  version?: string[] | undefined;
  out?: string | undefined;
  force?: boolean | undefined;
}

/** Writes the types of a CRD into the project. */
export async function crdImport(
  context: ActionContext,
  file: string,
  options: CrdImportOptions,
): Promise<ActionResult> {
  const root = findProjectRoot(context.cwd);
  recoverOrRefuse(root, options);
  const { name, text } = await readInput(context, file);
  const definition = chooseDefinition(readDefinitions(text, name), options.kind, name);
  checkVersions(definition, options.version, name);
  const imported = importCustomResourceDefinition(definition, { versions: options.version });
  const files =
    options.out === undefined
      ? imported.map((each) => ({ ...each, path: importPath(root, definition, each.version) }))
      : placed(imported, options.out, context.cwd, root);
  const { force = false } = options;
  const { changes, resources } = planImport(root, definition, files, { force });
  const { group, names } = definition.spec;
  const versions = files.map(({ path, version }) => ({ version, path }));
  const data = { group, kind: names.kind, versions, resources };
  if (changes.length === 0)
    return { data, text: `the project already has ${names.kind} of ${group}: nothing to do` };
  const { compareImport } = await import('./crd/compare-import.ts');
  const diagnostics = await context.progress.step('compare the generated CRD', () =>
    compareImport(definition, asWritten(files, changes)),
  );
  const { changed, text: plan, written } = await writePlan(context, root, changes, options);
  return {
    data,
    changed,
    diagnostics,
    text: written ? plan + nextSteps(root, ({ exec }) => [`${exec} opgen manifests`]) : plan,
  };
}

/** The files with the license header of the project, so that diagnostics point at the lines on the disk. */
function asWritten(files: readonly ImportedVersion[], changes: readonly FileChange[]): ImportedVersion[] {
  return files.map((file) => {
    const change = changes.find(({ path }) => path === file.path);
    return typeof change?.content === 'string' ? { ...file, content: change.content } : file;
  });
}

async function readInput(
  { cwd, input }: ActionContext,
  file: string,
): Promise<{ name: string; text: string }> {
  if (file === '-') return { name: 'standard input', text: (await input?.()) ?? '' };
  const hint = 'pass the path of a CRD, or - for standard input';
  return { name: file, text: readGivenFile(cwd, file, (reason) => problem(reason, hint, notACrd)) };
}

function checkVersions(
  { spec }: CustomResourceDefinition,
  wanted: readonly string[] | undefined,
  name: string,
): void {
  const versions = spec.versions.map((version) => version.name);
  const missing = wanted?.find((version) => !versions.includes(version));
  if (missing === undefined) return;
  const hint = didYouMean(missing, versions) ?? `its versions are ${versions.join(', ')}`;
  throw problem(`${name} has no version ${missing}`, hint, notACrd);
}

/** Where the files go, relative to the project. */
function placed(
  imported: readonly ImportedVersion[],
  out: string,
  cwd: string,
  root: string,
): ImportedVersion[] {
  const path = relative(root, resolve(cwd, out)).split(sep).join('/');
  if (/^\.\.(\/|$)/.test(path) || isAbsolute(path))
    throw problem(`${out} is outside the project`, 'choose a folder in the project with --out');
  if (!path.endsWith('.ts'))
    return imported.map((each) => ({
      ...each,
      path: posix.join(path, each.version, posix.basename(each.path)),
    }));
  if (imported.length === 1) return imported.map((each) => ({ ...each, path }));
  const versions = imported.map(({ version }) => version).join(', ');
  throw problem(
    `one file cannot hold several versions: ${versions}`,
    'choose one with --version, or a folder with --out',
  );
}

function problem(message: string, hint: string, definition: DiagnosticDefinition = usageError): UserError {
  return new UserError(definition({ message, hint }));
}
