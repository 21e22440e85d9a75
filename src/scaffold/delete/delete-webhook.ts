import { type Diagnostic, UserError } from '../../diagnostics.ts';
import type { NamedKind } from '../../project/listed-kinds.ts';
import { type ProjectFile, readProject } from '../../project/project-file.ts';
import type { ProjectResource } from '../../project/project-resource.ts';
import { resourceContext } from '../api/context.ts';
import { convertedTrees } from '../api/layers.ts';
import { type FileChange, planFiles, wantedProject } from '../files/file-plan.ts';
import { planStale } from '../files/plan-generated.ts';
import { planRemoval, type RemovalPlan } from '../files/plan-removal.ts';
import { withRemainder } from './with-remainder.ts';
import { treesOf } from './trees.ts';
import { planStorageVersion } from '../webhook/storage-version.ts';
import { unknownKind } from '../webhook/unknown-kind.ts';
import { fileLayers, partsIn, renderWebhooks, sharedLayers, without } from '../webhook/layers.ts';
import { typesIn, type WebhookType } from '../webhook/options.ts';
import { listedKind, otherVersions } from '../webhook/resource.ts';
import { unknownWebhook } from '../diagnostics.ts';

export interface DeleteWebhookOptions extends NamedKind {
  /** The webhook types to delete; all of them if empty. */
  types: readonly WebhookType[];
}

export interface DeleteWebhookPlan extends RemovalPlan {
  resource: ProjectResource;
  /** Side effects that the user should know about. */
  notes: string[];
}

/** The inverse of `planWebhook`. */
export function planDeleteWebhook(root: string, options: DeleteWebhookOptions): DeleteWebhookPlan {
  const project = readProject(root);
  const resource = listedKind(project, options);
  if (resource === undefined) throw new UserError(unknownKind(project, options));
  const before = partsIn(resource);
  const types = options.types.length === 0 ? before.types : options.types;
  const missing = types.filter((type) => !before.types.includes(type));
  if (types.length === 0 || missing.length > 0) throw new UserError(noSuchWebhook(resource, missing));

  const left = withoutTypes(resource, types);
  const after = withRemainder(project, left);
  const deleted = without(before, partsIn(left));
  const layers = [
    ...sharedLayers([resource]).filter((layer) => !sharedLayers([left]).includes(layer)),
    ...fileLayers(before).filter((layer) => !fileLayers(partsIn(left)).includes(layer)),
  ];
  const plan = planRemoval(root, {
    deleted: [
      ...renderWebhooks(root, project, resource, { layers, classes: deleted }),
      ...otherVersions(project, resource).flatMap((spoke) =>
        convertedTrees(resourceContext(project, spoke, {}), project, spoke),
      ),
    ],
    remaining: after.resources.flatMap((known) => treesOf(root, after, known)),
  });
  const stays = (layer: string): boolean => sharedLayers(after.resources).includes(layer);
  const stored = types.includes('conversion') ? storedAsAtFirst(root, project, resource) : noChange;
  return {
    resource: left,
    notes: stored.changes.length === 0 ? [] : [storedNote(resource, stored.version)],
    kept: plan.kept,
    changes: [
      ...plan.changes,
      ...(stays('webhook/admission') ? [] : planStale(root, ['config/webhook/manifests.yaml'])),
      ...(stays('conversion/config') ? [] : planStale(root, ['config/webhook/conversions.yaml'])),
      ...stored.changes,
      ...planFiles(root, [wantedProject(after)]),
    ],
  };
}

export function withoutTypes(resource: ProjectResource, types: readonly WebhookType[]): ProjectResource {
  const { webhooks, ...others } = resource;
  const { defaultingPath, spoke, validationPath } = webhooks ?? {};
  const left = typesIn(webhooks).filter((type) => !types.includes(type));
  if (left.length === 0) return others;
  return {
    ...others,
    webhooks: {
      ...Object.fromEntries(left.map((type) => [type, true])),
      ...(left.includes('defaulting') && defaultingPath !== undefined && { defaultingPath }),
      ...(left.includes('conversion') && spoke !== undefined && { spoke }),
      ...(left.includes('validation') && validationPath !== undefined && { validationPath }),
      webhookVersion: 'v1',
    },
  };
}

interface StoredVersion {
  version: string;
  changes: FileChange[];
}

const noChange: StoredVersion = { version: '', changes: [] };

/** Without a conversion, the first version becomes the storage version again. */
function storedAsAtFirst(root: string, project: ProjectFile, hub: ProjectResource): StoredVersion {
  const others = otherVersions(project, hub);
  const [first, ...later] = project.resources.filter((known) => known === hub || others.includes(known));
  if (first === undefined) return noChange;
  return { version: first.version, changes: planStorageVersion(root, first, later).changes };
}

function storedNote({ kind, version }: ProjectResource, stored: string): string {
  return `${stored} is the storage version of ${kind} again. If a cluster stores objects in ${version}, move // +storageversion back to ${version}.`;
}

function noSuchWebhook(
  { kind, version, webhooks }: ProjectResource,
  missing: readonly WebhookType[],
): Diagnostic {
  const there = typesIn(webhooks);
  const asked = missing.length === 0 ? 'no webhook' : `no webhook for ${missing.join(' and ')}`;
  return unknownWebhook({
    message: `${kind} ${version} has ${asked}`,
    hint: there.length === 0 ? 'there are no webhooks to delete' : `it has --${there.join(' and --')}`,
  });
}
