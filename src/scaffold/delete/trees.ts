import type { ProjectFile } from '../../project/project-file.ts';
import type { ProjectResource } from '../../project/project-resource.ts';
import { apiTrees } from '../api/layers.ts';
import type { RenderedTree } from '../templates/tree.ts';
import { webhookTrees } from '../webhook/layers.ts';

/** Everything that opgen writes for one entry of PROJECT. `delete` keeps what the remaining entries still need. */
export function treesOf(root: string, project: ProjectFile, resource: ProjectResource): RenderedTree[] {
  return [...apiTrees(root, project, resource), ...webhookTrees(root, project, resource)];
}
