import type { ProjectFile } from '../../project/project-file.ts';
import type { ProjectResource } from '../../project/project-resource.ts';
import { apiTrees } from '../api/layers.ts';
import type { RenderedTree } from '../templates/tree.ts';
import { webhookTrees } from '../webhook/layers.ts';

/** Everything that all commands have written for one entry of PROJECT. What a `delete` leaves alone is found by it. */
export function treesOf(root: string, project: ProjectFile, resource: ProjectResource): RenderedTree[] {
  return [...apiTrees(root, project, resource), ...webhookTrees(root, project, resource)];
}
