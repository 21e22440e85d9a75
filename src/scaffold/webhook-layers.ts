import { join } from 'node:path';
import type { ProjectFile, ProjectResource } from '../project/project-file.ts';
import { packageRoot } from './package-root.ts';
import { type RenderedTree, renderTree } from './template-tree.ts';
import { spokeContext, webhookContext, type WebhookContext, webhookPaths } from './webhook-context.ts';
import { typesIn, type WebhookType } from './webhook-options.ts';
import { otherVersions } from './webhook-resource.ts';

/** Some of the webhooks of one resource. */
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

/** Folders of templates that a project has once, however many webhooks it has. */
export function sharedLayers({ resources }: ProjectFile): string[] {
  const all = resources.map(partsIn);
  return [
    ...(all.some(({ types }) => types.length > 0) ? ['webhook-config'] : []),
    ...(all.some(hasAdmission) ? ['webhook-admission'] : []),
  ];
}

/** Folders of templates with the files that these webhooks stand in, and with what puts the files to work. */
export function fileLayers(parts: WebhookParts): string[] {
  return [
    ...(hasAdmission(parts) ? ['webhook'] : []),
    ...(parts.types.includes('conversion') || parts.spokes.length > 0 ? ['conversion'] : []),
  ];
}

/** Renders layers that are about a resource, and the classes of its webhooks. `main` is the text of `src/main.ts`. */
export function renderWebhooks(
  project: ProjectFile,
  resource: ProjectResource,
  { layers, classes, main }: { layers: readonly string[]; classes: WebhookParts; main: string },
): RenderedTree[] {
  const context = webhookContext(project, resource, main);
  const render = (layer: string, values: WebhookContext): RenderedTree =>
    renderTree(templates(layer), values, webhookPaths(values, resource));
  const versions = otherVersions(project, resource);
  const spokes = versions.filter(({ version }) => classes.spokes.includes(version));
  const hub = versions.find(({ webhooks }) => webhooks?.spoke?.includes(resource.version));
  return [
    ...layers.map((layer) => render(layer, context)),
    ...classes.types
      .filter((type) => type !== 'conversion')
      .map((type) => render(`webhook-${type}`, context)),
    ...spokes.map((spoke) => render('conversion-spoke', spokeContext(context, spoke))),
    // Tests of a version that is not stored need the conversion, whichever of the two is there first.
    ...spokes.filter((spoke) => hasAdmission(partsIn(spoke))).map((spoke) => testsOfSpoke(project, spoke)),
    ...(hub !== undefined && layers.includes('webhook') ? [testsOfSpoke(project, resource)] : []),
  ];
}

function testsOfSpoke(project: ProjectFile, spoke: ProjectResource): RenderedTree {
  const context = webhookContext(project, spoke, '');
  return renderTree(templates('webhook-of-spoke'), context, webhookPaths(context, spoke));
}

function templates(layer: string): string {
  return join(packageRoot(), 'templates', layer);
}

function hasAdmission({ types }: WebhookParts): boolean {
  return types.includes('defaulting') || types.includes('validation');
}
