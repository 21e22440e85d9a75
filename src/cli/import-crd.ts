import { readFileSync } from 'node:fs';
import { isAbsolute, posix, relative, resolve, sep } from 'node:path';
import { type Diagnostic, didYouMean, UserError } from '../diagnostics.ts';
import { importCustomResourceDefinition, type ImportedVersion } from '../import/import-definition.ts';
import { chooseDefinition, readDefinitions } from '../import/read-definitions.ts';
import type { CustomResourceDefinition } from '../kubernetes/custom-resource-definition.ts';
import { findProjectRoot } from '../project/find-project.ts';
import { importPath, planImport } from '../scaffold/api/import-kind.ts';
import { recover } from '../scaffold/files/apply-plan.ts';
import { carryOut } from './carry-out.ts';
import type { WritingFlags } from './common-options.ts';
import { nextSteps } from './next-steps.ts';
import type { Outcome } from './outcome.ts';
import type { Progress } from './progress.ts';
import type { Session } from './session.ts';

export interface ImportCrdFlags extends WritingFlags {
  kind?: string;
  version?: string[];
  out?: string;
  force?: boolean;
}

interface ImportRun {
  session: Session;
  progress: Progress;
  flags: ImportCrdFlags;
}

export async function importCrd({ flags, progress, session }: ImportRun, file: string): Promise<Outcome> {
  const root = findProjectRoot(session.cwd);
  recover(root);
  const { name, text } = await readInput(session, file);
  const definition = chooseDefinition(readDefinitions(text, name), flags.kind, name);
  checkVersions(definition, flags.version, name);
  const imported = importCustomResourceDefinition(definition, {
    ...(flags.version !== undefined && { versions: flags.version }),
  });
  const files =
    flags.out === undefined
      ? imported.map((each) => ({ ...each, path: importPath(root, definition, each.version) }))
      : placed(imported, flags.out, session.cwd, root);
  const { force = false } = flags;
  const { changes, resources } = planImport(root, definition, files, { force });
  const { group, names } = definition.spec;
  const versions = files.map(({ path, version }) => ({ version, path }));
  const data = { group, kind: names.kind, versions, resources };
  if (changes.length === 0)
    return { data, text: `${names.kind} of ${group} is in the project already: nothing to do` };
  const { whatDiffers } = await import('./check-import.ts');
  const diagnostics = await progress.step('compare what opgen manifests makes of it', () =>
    whatDiffers(definition, files),
  );
  const { changed, text: plan, written } = await carryOut(session, progress, root, changes, flags);
  return {
    data,
    changed,
    diagnostics,
    text: written ? plan + nextSteps(root, ({ exec }) => [`${exec} opgen manifests`]) : plan,
  };
}

async function readInput(session: Session, file: string): Promise<{ name: string; text: string }> {
  if (file === '-') return { name: 'standard input', text: (await session.input?.()) ?? '' };
  const path = resolve(session.cwd, file);
  try {
    return { name: file, text: readFileSync(path, 'utf8') };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    throw usage(`there is no file ${file}`, 'give the path of a CRD, or - for standard input', 'OPG2501');
  }
}

function checkVersions(
  { spec }: CustomResourceDefinition,
  wanted: readonly string[] | undefined,
  name: string,
): void {
  const versions = spec.versions.map((version) => version.name);
  const missing = wanted?.find((version) => !versions.includes(version));
  if (missing === undefined) return;
  const hint = didYouMean(missing, versions) ?? `it has ${versions.join(', ')}`;
  throw usage(`${name} has no version ${missing}`, hint, 'OPG2501');
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
    throw usage(`${out} is outside of the project`, 'choose a folder of the project');
  if (!path.endsWith('.ts'))
    return imported.map((each) => ({
      ...each,
      path: posix.join(path, each.version, posix.basename(each.path)),
    }));
  if (imported.length === 1) return imported.map((each) => ({ ...each, path }));
  const versions = imported.map(({ version }) => version).join(', ');
  throw usage(`one file cannot hold the versions ${versions}`, 'choose one with --version, or name a folder');
}

function usage(message: string, hint: string, code: Diagnostic['code'] = 'OPG4001'): UserError {
  return new UserError({ code, severity: 'error', message, hint });
}
