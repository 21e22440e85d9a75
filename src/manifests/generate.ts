import type { CustomResourceDefinition } from '@opgen/rules/definitions';
import { type Diagnostic, hasErrors } from '../diagnostics.ts';
import { Disk } from '../disk/disk.ts';
import type { SourceFile } from '../source/source-file.ts';
import { loadBuiltInResources } from '../kubernetes/built-in-resources.ts';
import type { Facts } from '../kubernetes/facts.ts';
import type { ApiModel, KindModel } from '../model/api-model.ts';
import { buildModel } from '../model/build-model.ts';
import type { ProjectFile } from '../project/project-file.ts';
import { loadServerRules } from '../schema/server-rules.ts';
import { Origins } from '../schema/origins.ts';
import { ModuleFiles } from '../source/module-files.ts';
import { readSources } from '../source/read-sources.ts';
import type { CheckSamplesOptions } from './check-samples.ts';
import { checkSize } from './check-size.ts';
import { conversionsFile, splitConversion } from './conversion-patches.ts';
import { customResourceDefinitions } from './custom-resource-definition.ts';
import { unlistedKind } from './diagnostics.ts';
import { factsFor, type FactsOptions } from './facts-for.ts';
import { KnownResources } from './known-resources.ts';
import { type ManifestPart, manifestParts, partFolders } from './manifest-parts.ts';
import { readerOfCel } from './read-cel.ts';
import { rolesMovedByKustomize } from './read-kustomizations.ts';
import { readOperator } from './read-operator.ts';
import { roles } from './role.ts';
import { readSamples } from './samples.ts';
import { withShortDescriptions } from './trim-descriptions.ts';
import { webhookConfigurations } from './webhooks.ts';
import { writeYaml } from './write-yaml.ts';

export interface ManifestOptions extends FactsOptions {
  /** Reads the files of the project. */
  disk?: Disk;
  /** The new PROJECT, if the file does not exist yet or is about to change. */
  project?: ProjectFile;
  /** All parts by default. */
  only?: readonly ManifestPart[] | undefined;
  /** Text to put below the first line of every file, for example a licence. */
  header?: string | undefined;
  /** The maximum length of a description in bytes; 0 omits descriptions. */
  maxDescriptionLength?: number | undefined;
}

export interface GeneratedFile {
  /** Relative to the project, with forward slashes. */
  path: string;
  content: string;
}

/** One version of a kind. */
export interface KindSummary {
  group: string;
  version: string;
  kind: string;
  plural: string;
  scope: 'Namespaced' | 'Cluster';
  /** The source file that declares it. */
  file: string;
}

export interface GeneratedManifests {
  /** The generated manifests. Do not use them if `diagnostics` contains an error. */
  files: GeneratedFile[];
  /** All problems, sorted by file and line. */
  diagnostics: Diagnostic[];
  kinds: KindSummary[];
  /** The source files that were read. */
  sources: string[];
}

/** Generates the manifests of a project in memory. Writes no files. */
export async function generateManifests(options: ManifestOptions): Promise<GeneratedManifests> {
  const { disk = new Disk(), header = '', maxDescriptionLength, only = manifestParts, root } = options;
  const sources = readSources(root, disk);
  const others = new ModuleFiles(root, disk);
  const resources = loadBuiltInResources();
  const { lists, ofModules, ...operator } = readOperator(root, disk, options.project);
  const problems: Diagnostic[] = [];
  const { facts, model } = await readModel(sources, { resources, ofModules, others }, problems, () =>
    factsFor(options, disk),
  );
  problems.push(...model.kinds.flatMap((kind) => (lists === undefined || lists(kind) ? [] : unlisted(kind))));
  const context = { known: new KnownResources(model.kinds, resources), problems, ...operator };
  const add = (part: ManifestPart, name: string, objects: readonly object[]): void => {
    if (only.includes(part))
      files.push({ path: `${partFolders[part]}/${name}`, content: writeYaml(objects, header) });
  };

  const files: GeneratedFile[] = [];
  const server = await loadServerRules(model.kinds.length > 0);
  const schemas = { facts, problems, origins: new Origins(), server };
  const definitions: CustomResourceDefinition[] = [];
  const conversions: object[] = [];
  for (const whole of customResourceDefinitions(model, schemas)) {
    definitions.push(whole);
    const { definition, patches } = splitConversion(whole);
    conversions.push(...patches);
    const { group, names } = definition.spec;
    const short =
      maxDescriptionLength === undefined
        ? definition
        : withShortDescriptions(definition, maxDescriptionLength);
    add('crd', `${group}_${names.plural}.yaml`, [short]);
    problems.push(...checkSize(short, model.kinds));
  }
  const isMoved = rolesMovedByKustomize(root, disk);
  for (const [name, objects] of roles(model.fileMarkers, { ...context, isMoved })) add('rbac', name, objects);
  if (conversions.length > 0) add('webhook', conversionsFile, conversions);
  const wrongInExpression = await readerOfCel(model.fileMarkers);
  const webhooks = webhookConfigurations(model, { ...context, wrongInExpression });
  if (webhooks.length > 0) add('webhook', 'manifests.yaml', webhooks);
  if (only.includes('crd'))
    problems.push(...(await problemsOfSamples(root, disk, { definitions, webhooks, problems })));

  return {
    files,
    diagnostics: inOrder(problems),
    kinds: model.kinds.map(({ group, version, kind, plural, scope, file }) => ({
      group,
      version,
      kind,
      plural,
      scope,
      file,
    })),
    sources: [...sources, ...others.files].map(({ path }) => path),
  };
}

/** With an error in the types, the samples may be right. The rules are large, so they are loaded only if there is a sample. */
async function problemsOfSamples(
  root: string,
  disk: Disk,
  { problems, ...options }: CheckSamplesOptions & { problems: readonly Diagnostic[] },
): Promise<Diagnostic[]> {
  if (hasErrors(problems) || options.definitions.length === 0) return [];
  const samples = readSamples(root, disk);
  if (samples.length === 0) return [];
  const { checkSamples } = await import('./check-samples.ts');
  return checkSamples(samples, options);
}

/**
 * Loads the built-in types only if one of the source files, or a module that they import, uses them, or if a type is
 * unknown: then its problem may name the module to import.
 */
async function readModel(
  sources: readonly SourceFile[],
  known: Parameters<typeof buildModel>[1] & { others: ModuleFiles },
  problems: Diagnostic[],
  load: () => Promise<Facts>,
): Promise<{ model: ApiModel; facts?: Facts }> {
  if (!usesBuiltInTypes(sources)) {
    const ofFirst: Diagnostic[] = [];
    const unknownNames = new Set<string>();
    const model = buildModel(sources, { ...known, unknownNames }, ofFirst);
    if (unknownNames.size === 0 && !usesBuiltInTypes(known.others.files)) {
      problems.push(...ofFirst);
      return { model };
    }
  }
  const facts = await load();
  return { facts, model: buildModel(sources, { ...known, facts }, problems) };
}

function usesBuiltInTypes(sources: readonly SourceFile[]): boolean {
  const modules = sources.flatMap(({ imports, reexports }) => [...imports.values(), ...reexports.values()]);
  return modules.some(({ from }) => /^(@opgen\/runtime\/kinds\/|@kubernetes\/client-node)/.test(from));
}

/** Warns about a kind that `opgen delete api` has probably left. */
function unlisted({ isUsed, kind, file, place, version }: KindModel): Diagnostic[] {
  if (isUsed) return [];
  const message = `PROJECT does not list ${kind} ${version} and no code that runs mentions it, but opgen writes its CRD`;
  return [unlistedKind({ message, hint: `delete ${file}, or use the kind in a controller`, place })];
}

/** Removes duplicates, because a shared type reports its problems at every use, and sorts by place. */
function inOrder(problems: readonly Diagnostic[]): Diagnostic[] {
  const unique = new Map(
    problems.map((problem) => [JSON.stringify([problem.place, problem.code, problem.message]), problem]),
  );
  return [...unique.values()].toSorted((a, b) => {
    const [left, right] = [a.place, b.place];
    if (left === undefined || right === undefined) return 0;
    if (left.file !== right.file) return left.file < right.file ? -1 : 1;
    return left.line - right.line || left.column - right.column;
  });
}
