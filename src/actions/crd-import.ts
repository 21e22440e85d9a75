import { isAbsolute, posix, relative, resolve, sep } from 'node:path';
import type { CustomResourceDefinition } from '@opgen/rules/definitions';
import { type DiagnosticDefinition, didYouMean, UserError } from '../diagnostics.ts';
import { notACrd } from '../import/diagnostics.ts';
import { importCustomResourceDefinition, type ImportedVersion } from '../import/import-definition.ts';
import { chooseDefinitions } from '../import/read-definitions.ts';
import { type ImportedKind, planImport, withUsualPaths } from '../scaffold/api/import-kind.ts';
import type { FileChange } from '../scaffold/files/file-plan.ts';
import type { ActionContext } from './action-context.ts';
import type { ActionResult } from './action-result.ts';
import { readSource } from './crd/read-source.ts';
import { usageError } from './diagnostics.ts';
import { nextSteps } from './steps/next-steps.ts';
import { projectRoot } from './steps/project-root.ts';
import { recoverOrRefuse, writePlan, type WritingOptions } from './steps/write-plan.ts';

export interface CrdImportOptions extends WritingOptions {
  kind?: string[] | undefined;
  version?: string[] | undefined;
  out?: string | undefined;
  force?: boolean | undefined;
}

/** Writes the types of CRDs into the project. */
export async function crdImport(
  context: ActionContext,
  given: string,
  options: CrdImportOptions,
): Promise<ActionResult> {
  const root = projectRoot(context);
  recoverOrRefuse(root, options);
  const { force = false, kind = [], out, version } = options;
  if (kind.length === 0 && given.startsWith('cluster:'))
    throw problem('a cluster has CRDs of many operators', 'choose kinds with --kind');
  const { definitions: found, name } = await readSource(context, given);
  const definitions = chooseDefinitions(found, kind, name);
  checkVersions(definitions, version, name);
  const imported = definitions.map((definition) => ({
    definition,
    files: importCustomResourceDefinition(definition, { versions: version }),
  }));
  const imports =
    out === undefined ? withUsualPaths(root, imported) : placed(imported, out, context.cwd, root);
  const { changes, resources } = planImport(root, imports, { force });
  const data = {
    ...(imports.length === 1 && imports[0] && dataOf(imports[0])),
    kinds: imports.map(dataOf),
    resources,
  };
  if (changes.length === 0) {
    const kinds = definitions.map(({ spec }) => `${spec.names.kind} of ${spec.group}`).join(', ');
    return { data, text: `the project already has ${kinds}: nothing to do` };
  }
  const { compareImport } = await import('./crd/compare-import.ts');
  const diagnostics = await context.progress.step('compare the generated CRDs', async () => {
    const found = await Promise.all(
      imports.map(({ definition, files }) => compareImport(definition, asWritten(files, changes))),
    );
    return found.flat();
  });
  const { changed, text: plan, written } = await writePlan(context, root, changes, options);
  return {
    data,
    changed,
    diagnostics,
    text: written ? plan + nextSteps(root, ({ exec }) => [`${exec} opgen manifests`]) : plan,
  };
}

function dataOf({ definition, files }: ImportedKind): object {
  const { group, names } = definition.spec;
  return { group, kind: names.kind, versions: files.map(({ path, version }) => ({ version, path })) };
}

/** The files with the license header of the project, so that diagnostics point at the lines on the disk. */
function asWritten(files: readonly ImportedVersion[], changes: readonly FileChange[]): ImportedVersion[] {
  return files.map((file) => {
    const change = changes.find(({ path }) => path === file.path);
    return typeof change?.content === 'string' ? { ...file, content: change.content } : file;
  });
}

function checkVersions(
  definitions: readonly CustomResourceDefinition[],
  wanted: readonly string[] | undefined,
  name: string,
): void {
  const versions = [
    ...new Set(definitions.flatMap(({ spec }) => spec.versions.map((version) => version.name))),
  ];
  const missing = wanted?.find((version) => !versions.includes(version));
  if (missing === undefined) return;
  const hint = didYouMean(missing, versions) ?? `its versions are ${versions.join(', ')}`;
  throw problem(`${name} has no version ${missing}`, hint, notACrd);
}

/** Where the files go, relative to the project. */
function placed(imported: readonly ImportedKind[], out: string, cwd: string, root: string): ImportedKind[] {
  const path = relative(root, resolve(cwd, out)).split(sep).join('/');
  if (/^\.\.(\/|$)/.test(path) || isAbsolute(path))
    throw problem(`${out} is outside the project`, 'choose a folder in the project with --out');
  const moved = imported.map(({ definition, files }) => ({
    definition,
    files: files.map((file) => ({
      ...file,
      path: path.endsWith('.ts') ? path : posix.join(path, file.version, posix.basename(file.path)),
    })),
  }));
  const all = moved.flatMap(({ definition, files }) =>
    files.map((file) => ({
      ...file,
      what: `${definition.spec.group}/${file.version} ${definition.spec.names.kind}`,
    })),
  );
  const twice = all.find(
    ({ path: one }, position) => all.findIndex(({ path: other }) => other === one) < position,
  );
  if (twice === undefined) return moved;
  const those = all.filter(({ path: other }) => other === twice.path).map(({ what }) => what);
  throw problem(
    `${twice.path} cannot hold several types: ${those.join(', ')}`,
    'choose one with --kind and --version, or a different folder with --out',
  );
}

function problem(message: string, hint: string, definition: DiagnosticDefinition = usageError): UserError {
  return new UserError(definition({ message, hint }));
}
