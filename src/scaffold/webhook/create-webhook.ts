import { compact } from '../../kubernetes/compact.ts';
import { UserError } from '../../diagnostics.ts';
import type { BuiltInResources } from '../../kubernetes/built-in-resources.ts';
import { type ProjectFile, readProject } from '../../project/project-file.ts';
import type { ProjectResource } from '../../project/project-resource.ts';
import { checkAgainst, checkForeign, checkOptions } from './check.ts';
import { resourceContext } from '../api/context.ts';
import { apiTrees, convertedTrees } from '../api/layers.ts';
import { externalTrees } from '../api/external-type.ts';
import { type FileChange, readIfThere } from '../files/file-plan.ts';
import { planLayers, throwIfWrong } from '../files/plan-layers.ts';
import type { RenderedTree } from '../templates/tree.ts';
import { findTypeFile, hasUsualStatus } from '../types/type-file.ts';
import { planStorageVersion } from './storage-version.ts';
import { typeModule } from '../api/type-module.ts';
import { unknownKind } from './unknown-kind.ts';
import { fileLayers, partsIn, renderWebhooks, sharedLayers, webhookTrees, without } from './layers.ts';
import { typesIn, type WebhookOptions, webhookTypes } from './options.ts';
import { findKind, otherVersions } from './resource.ts';

export interface WebhookPlan {
  changes: FileChange[];
  resource: ProjectResource;
  /** The files that the user edits next. */
  files: string[];
  /** What the user should know about existing files. */
  notes: string[];
}

/**
 * Plans the files of new webhooks and the changes to shared files. Throws all problems in one error.
 *
 * A second webhook type is added to the file of the first. Skips what the project already has, so that running the
 * same command twice changes nothing the second time.
 */
export function planWebhook(root: string, options: WebhookOptions, builtIns: BuiltInResources): WebhookPlan {
  const project = readProject(root);
  const known = resourceOf(project, options, builtIns);
  const resource = withWebhooks(known, options);
  // --force rewrites all webhooks of the resource.
  const { force = false } = options;
  const before = force ? { types: [], spokes: [] } : partsIn(known);
  const added = force ? partsIn(resource) : without({ types: options.types, spokes: options.spokes }, before);
  if (added.types.length === 0 && added.spokes.length === 0)
    return { changes: [], resource, files: [], notes: [] };

  const after = project.withResource(resource);
  const joined = fileLayers(before).filter((layer) => fileLayers(added).includes(layer));
  const newLayers = [
    ...sharedLayers(after.resources).filter((layer) => !sharedLayers(project.resources).includes(layer)),
    ...fileLayers(added).filter((layer) => !joined.includes(layer)),
  ];
  const none = { types: [], spokes: [] };
  const replaced = force
    ? renderWebhooks(root, after, resource, { layers: fileLayers(added), classes: none })
        .flatMap(({ files }) => files)
        .map(({ path }) => path)
    : [];
  const trees = [
    ...renderWebhooks(root, after, resource, { layers: newLayers, classes: added }),
    // An existing file already has its registrations, unless the user removed them.
    ...renderWebhooks(root, after, resource, { layers: joined, classes: none }).map(({ files }) => ({
      files,
      insertions: [],
    })),
    ...testsOfSpokes(root, after, resource, added.spokes),
    // An external kind that PROJECT does not list yet needs its type.
    ...(options.external?.crd === undefined ? [] : externalTrees(root, resource, options.external.crd.text)),
  ];
  const storage = options.types.includes('conversion')
    ? planStorageVersion(root, resource, otherVersions(project, resource))
    : { changes: [], problems: [] };
  throwIfWrong(storage.problems);
  return {
    changes: [...planLayers(root, trees, after, { force, replaced }), ...storage.changes],
    resource,
    files: trees
      .flatMap((tree) => tree.files.map(({ path }) => path))
      .filter((path) => /^src\/webhooks\/.*\.(webhook|conversion)\.ts$/.test(path)),
    notes: options.types.includes('conversion')
      ? [
          ...otherVersions(project, resource).flatMap((spoke) => notesOf(root, project, spoke, resource)),
          ...singleReplica(root),
        ]
      : [],
  };
}

/** Without a running replica, the API server can read only the storage version. */
function singleReplica(root: string): string[] {
  const path = 'config/manager/manager.yaml';
  if (!/^ {2}replicas: 1$/m.test(readIfThere(root, path) ?? '')) return [];
  return [
    `Set replicas to 2 in ${path}: while no replica runs, the API server can read only the storage version.`,
  ];
}

/** Names the controllers and webhooks that keep using the version of a spoke, which costs a conversion per read. */
function notesOf(root: string, project: ProjectFile, spoke: ProjectResource, hub: ProjectResource): string[] {
  const imported = typeModule(spoke).split('/').slice(-2).join('/');
  const paths = [...apiTrees(root, project, spoke), ...webhookTrees(root, project, spoke)]
    .flatMap(({ files }) => files.map(({ path }) => path))
    .filter((path) => /^src\/.*\.(controller|webhook)\.ts$/.test(path));
  return [...new Set(paths)]
    .filter((path) => readIfThere(root, path)?.includes(imported) === true)
    .map((path) =>
      path.endsWith('.controller.ts')
        ? `${path} reads ${hub.kind} in ${spoke.version}, which the API server converts on every read: import it from ${typeModule(hub)} to use ${hub.version}.`
        : `${path} handles ${spoke.version}: the API server also converts requests in ${hub.version} for it. To handle ${hub.version}, run opgen create webhook --version ${hub.version} --kind ${hub.kind} and move your code.`,
    );
}

/** Finds the kind of the webhook and checks the options against it. */
function resourceOf(
  project: ProjectFile,
  options: WebhookOptions,
  builtIns: BuiltInResources,
): ProjectResource {
  const wrong = [...checkOptions(options), ...checkForeign(options)];
  const resource = findKind(project, options, builtIns);
  if (resource === undefined) throw new UserError([...wrong, unknownKind(project, options)]);
  throwIfWrong([...wrong, ...checkAgainst(project, resource, options)]);
  return resource;
}

function withWebhooks(resource: ProjectResource, options: WebhookOptions): ProjectResource {
  const defaultingPath = options.defaultingPath ?? resource.webhooks?.defaultingPath;
  const validationPath = options.validationPath ?? resource.webhooks?.validationPath;
  const types = [...typesIn(resource.webhooks), ...options.types];
  const spokes = [...new Set([...(resource.webhooks?.spoke ?? []), ...options.spokes])];
  return {
    ...resource,
    webhooks: compact({
      ...Object.fromEntries(webhookTypes.filter((type) => types.includes(type)).map((type) => [type, true])),
      defaultingPath,
      spoke: spokes.length > 0 ? spokes : undefined,
      validationPath,
      webhookVersion: 'v1',
    }),
  };
}

/** Adds the conversion setup to the controller tests of new spokes. Skips tests that the user deleted. */
function testsOfSpokes(
  root: string,
  project: ProjectFile,
  hub: ProjectResource,
  spokes: readonly string[],
): RenderedTree[] {
  return otherVersions(project, hub)
    .filter(({ version }) => spokes.includes(version))
    .filter((spoke) => hasUsualStatus(spoke.kind, findTypeFile(root, spoke)))
    .flatMap((spoke) => convertedTrees(resourceContext(project, spoke, {}), project, spoke))
    .filter(({ insertions }) => insertions.every(({ path }) => readIfThere(root, path) !== undefined));
}
