import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Diagnostic } from '../diagnostics.ts';
import type { SourceFile } from '../source/source-file.ts';
import { loadFacts } from '../kubernetes/facts.ts';
import { buildModel } from '../model/build-model.ts';
import { readSources } from '../source/read-sources.ts';
import { customResourceDefinitions } from './custom-resource-definition.ts';
import { roles } from './role.ts';
import { generatedHeader, writeYaml } from './write-yaml.ts';

export interface GeneratedFile {
  /** Relative to the project, with forward slashes. */
  path: string;
  content: string;
}

/** One version of one kind, for those who list or use them. */
export interface KindSummary {
  group: string;
  version: string;
  kind: string;
  plural: string;
  scope: 'Namespaced' | 'Cluster';
  /** The source file. */
  file: string;
}

export interface GeneratedManifests {
  /** What the project's manifests should be; without meaning when a diagnostic is an error. */
  files: GeneratedFile[];
  /** Files of an earlier run for which there is no kind any more. */
  stale: string[];
  /** Everything wrong, in the order of files and lines. */
  diagnostics: Diagnostic[];
  kinds: KindSummary[];
}

const crdFolder = 'config/crd/bases';

/** Reads the sources of a project and says what its manifests should be. Writes nothing. */
export async function generateManifests({ root }: { root: string }): Promise<GeneratedManifests> {
  const sources = await readSources(root);
  const facts = usesBuiltInTypes(sources) ? await loadFacts() : undefined;
  const problems: Diagnostic[] = [];
  const { kinds, fileMarkers } = buildModel(sources, facts, problems);

  const definitions = customResourceDefinitions(kinds, { facts, problems });
  const files = definitions.map((definition) => ({
    path: `${crdFolder}/${definition.spec.group}_${definition.spec.names.plural}.yaml`,
    content: writeYaml([definition]),
  }));
  files.push({ path: 'config/rbac/role.yaml', content: writeYaml(roles(fileMarkers, problems)) });
  return {
    files,
    stale: await staleFiles(root, files),
    diagnostics: inOrder(problems),
    kinds: kinds.map(({ group, version, kind, plural, scope, file }) => ({
      group,
      version,
      kind,
      plural,
      scope,
      file,
    })),
  };
}

function usesBuiltInTypes(sources: readonly SourceFile[]): boolean {
  const modules = sources.flatMap(({ imports, reexports }) => [...imports.values(), ...reexports.values()]);
  return modules.some(({ from }) => /^(@opgen\/runtime\/kinds\/|@kubernetes\/client-node)/.test(from));
}

/** Files that carry our header and are no longer among the results. */
async function staleFiles(root: string, files: readonly GeneratedFile[]): Promise<string[]> {
  const names = await readdir(join(root, crdFolder)).catch(() => []);
  const current = new Set(files.map(({ path }) => path));
  const candidates = names
    .map((name) => `${crdFolder}/${name}`)
    .filter((path) => path.endsWith('.yaml') && !current.has(path));
  const texts = await Promise.all(candidates.map((path) => readFile(join(root, path), 'utf8')));
  return candidates.filter((_, index) => texts[index]?.startsWith(generatedHeader)).toSorted();
}

/** A shared type is met many times; each of its problems is told once. */
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
