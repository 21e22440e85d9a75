import { controllerNamesOf } from '../../project/controllers.ts';
import type { ProjectFile } from '../../project/project-file.ts';
import type { ProjectResource } from '../../project/project-resource.ts';
import { isOfProject } from '../api/type-module.ts';

/** PROJECT with what is left of a resource, or without it. A kind of others is listed for what works on it only. */
export function listStill(project: ProjectFile, left: ProjectResource): ProjectFile {
  const isListed =
    isOfProject(left) ||
    left.webhooks !== undefined ||
    controllerNamesOf(left).length > 0 ||
    left.path?.startsWith('src/') === true;
  return isListed ? project.withResource(left) : project.withoutResource(left);
}
