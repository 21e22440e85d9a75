import { join } from 'node:path';
import { type Diagnostic, hasErrors, UserError } from '../diagnostics.ts';
import { checkGroupVersionKind, checkResourceName } from '../project/group-version-kind.ts';
import { pluralOf } from '../project/plural.ts';
import {
  type ProjectFile,
  projectFileName,
  type ProjectResource,
  readProject,
} from '../project/project-file.ts';
import { resourceContext, type ResourceNames, resourcePaths, typePath } from './context.ts';
import { conflictAt, type FileChange, planFiles, readIfThere, type WantedFile } from './file-plan.ts';
import { insertAll } from './insert.ts';
import { packageRoot } from './package-root.ts';
import { type RenderedTree, renderTree } from './template-tree.ts';

export interface ApiOptions extends ResourceNames {
  group: string;
  version: string;
  kind: string;
  plural?: string;
  namespaced: boolean;
  resource: boolean;
  controller: boolean;
  force: boolean;
}

export interface ApiPlan {
  changes: FileChange[];
  resource: ProjectResource;
}

/** The files of a new kind, and what they change in the project. All that is wrong is thrown at once. */
export function planApi(root: string, options: ApiOptions): ApiPlan {
  const project = readProject(root);
  throwIfWrong(checkApi(project, options));

  const resource = resourceOf(project, options);
  const context = resourceContext(project, resource, options);
  const listed: ProjectResource = options.resource ? { ...resource, path: typePath(context) } : resource;
  const trees = layersOf(options).map((layer) =>
    renderTree(join(packageRoot(), 'templates', layer), context, resourcePaths(context)),
  );
  return { changes: planLayers(root, trees, project.withResource(listed), options), resource: listed };
}

function layersOf({ resource, controller }: ApiOptions): string[] {
  return [...(resource ? ['api'] : []), ...(controller ? ['controller'] : [])];
}

function checkApi(project: ProjectFile, options: ApiOptions): Diagnostic[] {
  const names = { ...options, domain: project.domain };
  const found = [
    ...checkGroupVersionKind(names),
    ...(options.plural === undefined ? [] : checkResourceName('--plural', options.plural)),
    ...(options.singular === undefined ? [] : checkResourceName('--singular', options.singular)),
    ...(options.shortNames ?? []).flatMap((name) => checkResourceName('--short-name', name)),
    ...(options.categories ?? []).flatMap((name) => checkResourceName('--category', name)),
  ];
  const known = project.find(options);
  if (known !== undefined && !options.force) found.push(...checkNew(known, options));
  return found;
}

/** A kind may get its controller later, but nothing twice. */
function checkNew(known: ProjectResource, { resource, controller, kind }: ApiOptions): Diagnostic[] {
  const twice = [
    ...(resource && known.api !== undefined ? ['type'] : []),
    ...(controller && known.controller === true ? ['controller'] : []),
  ];
  if (twice.length === 0) return [];
  const message = `${kind} has a ${twice.join(' and a ')} already`;
  const hint =
    twice.length === 1 && twice[0] === 'type' && controller
      ? '--no-resource adds only a controller'
      : '--force writes them again';
  return [{ code: 'OPG3009', severity: 'error', message, hint }];
}

function resourceOf(project: ProjectFile, options: ApiOptions): ProjectResource {
  const { controller, group, kind, namespaced, plural, resource, version } = options;
  const known = project.find(options);
  return {
    ...known,
    ...(resource && { api: { crdVersion: 'v1', namespaced } }),
    ...((controller || known?.controller === true) && { controller: true }),
    domain: project.domain,
    group,
    kind,
    ...(plural !== undefined && plural !== pluralOf(kind) && { plural }),
    version,
  };
}

function planLayers(
  root: string,
  trees: readonly RenderedTree[],
  project: ProjectFile,
  { force }: ApiOptions,
): FileChange[] {
  const insertions = trees.flatMap((tree) => tree.insertions);
  const rendered = trees.flatMap((tree) => tree.files);
  const shared = new Set(insertions.map(({ path }) => path));
  const problems: Diagnostic[] = [];

  const wanted: WantedFile[] = rendered
    .filter(({ path }) => !shared.has(path))
    .map((file) => ({ ...file, mode: 'once' }));
  for (const path of shared) {
    const text = readIfThere(root, path) ?? rendered.find((file) => file.path === path)?.content;
    if (text === undefined) {
      problems.push(missingFile(path));
      continue;
    }
    const result = insertAll(
      text,
      insertions.filter((insertion) => insertion.path === path),
    );
    problems.push(...result.diagnostics);
    wanted.push({ path, content: result.text, mode: 'owned' });
  }
  wanted.push({ path: projectFileName, content: project.toString(), mode: 'owned' });
  try {
    const changes = planFiles(root, wanted, { force });
    throwIfWrong(problems);
    return changes;
  } catch (error) {
    if (error instanceof UserError && problems.length > 0)
      throw new UserError([...error.diagnostics, ...problems]);
    throw error;
  }
}

function missingFile(path: string): Diagnostic {
  return {
    ...conflictAt(path),
    code: 'OPG3102',
    message: `${path} is gone`,
    hint: 'opgen init writes it; take it from there',
  };
}

function throwIfWrong(diagnostics: readonly Diagnostic[]): void {
  if (hasErrors(diagnostics)) throw new UserError(diagnostics);
}
