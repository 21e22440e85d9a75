import { existsSync } from 'node:fs';
import { isAbsolute, join, relative, resolve, sep } from 'node:path';
import type { CustomResourceDefinition } from '@opgen/rules/definitions';
import { type Diagnostic, UserError } from '../diagnostics.ts';
import { manifestFiles } from '../disk/manifest-files.ts';
import { chooseDefinitions } from '../import/read-definitions.ts';
import { planGenerated, planStale } from '../scaffold/files/plan-generated.ts';
import { jsonSchemaOf } from '../schema/json-schema.ts';
import type { ActionContext } from './action-context.ts';
import type { ActionResult } from './action-result.ts';
import { currentDefinitions } from './crd/current-definitions.ts';
import { readSource } from './crd/read-source.ts';
import { usageError } from './diagnostics.ts';
import { projectRoot } from './steps/project-root.ts';
import { recoverOrRefuse, writePlan, type WritingOptions } from './steps/write-plan.ts';

export interface CrdSchemaOptions extends WritingOptions {
  kind?: string[] | undefined;
  out?: string | undefined;
  force?: boolean | undefined;
}

/** Writes a JSON Schema for each served version of the project's CRDs, or of those that are given. */
export async function crdSchema(
  context: ActionContext,
  given: string | undefined,
  options: CrdSchemaOptions,
): Promise<ActionResult> {
  const { cwd, progress } = context;
  const root = projectRoot(context);
  recoverOrRefuse(root, options);
  const { force, kind = [] } = options;
  const folder = folderIn(root, cwd, options.out ?? join(root, 'schemas'));
  const { definitions, diagnostics, name } =
    given === undefined
      ? { ...(await currentDefinitions(root, progress)), name: 'the project' }
      : { ...(await readSource(context, given)), diagnostics: [] satisfies Diagnostic[] };
  const schemas = chooseDefinitions(definitions, kind, name).flatMap((definition) =>
    schemasOf(definition, folder),
  );
  // Only a run for all kinds of the project can tell which files are no longer needed.
  const stale = given === undefined && kind.length === 0 ? staleFiles(root, folder, schemas) : [];
  const changes = [...planGenerated(root, schemas, [], { force }), ...planStale(root, stale)];
  const data = {
    schemas: schemas.map(({ group, kind: name, path, version }) => ({ group, version, kind: name, path })),
  };
  if (changes.length === 0) return { data, diagnostics, text: `the schemas in ${folder} are up to date` };
  const { changed, text } = await writePlan(context, root, changes, options);
  return { data, changed, diagnostics, text };
}

interface SchemaFile {
  group: string;
  version: string;
  kind: string;
  path: string;
  content: string;
}

/** The names are those of the CRDs catalog, which kubeconform can read: `cache.example.com/memcached_v1.json`. */
function schemasOf(definition: CustomResourceDefinition, folder: string): SchemaFile[] {
  const { group, names, versions } = definition.spec;
  return versions.flatMap(({ name: version, served }) => {
    const schema = served ? jsonSchemaOf(definition, version) : undefined;
    if (schema === undefined) return [];
    const path = `${folder}/${group}/${names.kind.toLowerCase()}_${version}.json`;
    return { group, version, kind: names.kind, path, content: `${JSON.stringify(schema, undefined, 2)}\n` };
  });
}

function staleFiles(root: string, folder: string, schemas: readonly SchemaFile[]): string[] {
  if (!existsSync(join(root, folder))) return [];
  const paths = manifestFiles(root, folder).map((path) => path.split(sep).join('/'));
  return paths.filter((path) => path.endsWith('.json') && !schemas.some((schema) => schema.path === path));
}

function folderIn(root: string, cwd: string, out: string): string {
  const path = relative(root, resolve(cwd, out)).split(sep).join('/');
  if (path !== '' && !/^\.\.(\/|$)/.test(path) && !isAbsolute(path)) return path;
  const message = path === '' ? 'the schemas need a folder of their own' : `${out} is outside the project`;
  throw new UserError(usageError({ message, hint: 'choose a folder in the project with --out' }));
}
