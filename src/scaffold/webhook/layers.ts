import { join } from 'node:path';
import type { ProjectFile } from '../../project/project-file.ts';
import type { ProjectResource } from '../../project/project-resource.ts';
import { packageRoot } from '../package-root.ts';
import { readIfThere } from '../files/file-plan.ts';
import { type RenderedTree, renderTree } from '../templates/tree.ts';
import { setupFile, spokeContext, webhookContext, type WebhookContext, webhookPaths } from './context.ts';
import { typesIn, type WebhookType } from './options.ts';
import { otherVersions } from './resource.ts';

/** A subset of the webhooks of one resource. */
export interface WebhookParts {
  types: readonly WebhookType[];
  spokes: readonly string[];
}

/** All webhooks that PROJECT lists for a resource. */
export function partsIn({ webhooks }: ProjectResource): WebhookParts {
  return { types: typesIn(webhooks), spokes: webhooks?.conversion === true ? (webhooks.spoke ?? []) : [] };
}

export function without(parts: WebhookParts, others: WebhookParts): WebhookParts {
  return {
    types: parts.types.filter((type) => !others.types.includes(type)),
    spokes: parts.spokes.filter((spoke) => !others.spokes.includes(spoke)),
  };
}

/** Template folders that are rendered once per project, regardless of the number of webhooks. */
export function sharedLayers(resources: readonly ProjectResource[]): string[] {
  const all = resources.map(partsIn);
  return [
    ...(all.some(({ types }) => types.length > 0) ? ['webhook/config'] : []),
    ...(all.some(hasAdmission) ? ['webhook/admission'] : []),
    ...(all.some(({ types }) => types.includes('conversion'))
      ? ['conversion/config', 'conversion/test']
      : []),
  ];
}

/** Template folders with the files of these webhooks and the lines that register them. */
export function fileLayers(parts: WebhookParts): string[] {
  return [
    ...(hasAdmission(parts) ? ['webhook/file'] : []),
    ...(parts.types.includes('conversion') || parts.spokes.length > 0 ? ['conversion/hub'] : []),
  ];
}

/** Everything that opgen writes for the webhooks of a resource. */
export function webhookTrees(root: string, project: ProjectFile, resource: ProjectResource): RenderedTree[] {
  const classes = partsIn(resource);
  const layers = [...sharedLayers([resource]), ...fileLayers(classes)];
  return layers.length === 0 ? [] : renderWebhooks(root, project, resource, { layers, classes });
}

/** Renders layers for a resource, and the classes of the given webhooks. */
export function renderWebhooks(
  root: string,
  project: ProjectFile,
  resource: ProjectResource,
  { layers, classes }: { layers: readonly string[]; classes: WebhookParts },
): RenderedTree[] {
  const context = webhookContext(project, resource, readIfThere(root, setupFile) ?? '');
  const spokes = otherVersions(project, resource).filter(({ version }) => classes.spokes.includes(version));
  return [
    ...layers.map((layer) => rendered(layer, context)),
    ...classes.types
      .filter((type) => type !== 'conversion')
      .map((type) => rendered(`webhook/${type}`, context)),
    ...spokes.map((spoke) => rendered('conversion/spoke', spokeContext(context, spoke))),
  ];
}

function rendered(layer: string, context: WebhookContext): RenderedTree {
  return renderTree(join(packageRoot(), 'templates', layer), context, webhookPaths(context));
}

function hasAdmission({ types }: WebhookParts): boolean {
  return types.includes('defaulting') || types.includes('validation');
}
