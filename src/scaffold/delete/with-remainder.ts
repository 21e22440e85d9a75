import { controllerNamesOf } from '../../project/controllers.ts';
import type { ProjectFile } from '../../project/project-file.ts';
import type { ProjectResource } from '../../project/project-resource.ts';
import { isOfProject } from '../api/type-module.ts';

/** Updates the entry of a resource in PROJECT. Removes a built-in or external kind that nothing in the project uses. */
export function withRemainder(project: ProjectFile, left: ProjectResource): ProjectFile {
  const isListed =
    isOfProject(left) ||
    left.webhooks !== undefined ||
    controllerNamesOf(left).length > 0 ||
    left.path?.startsWith('src/') === true;
  return isListed ? project.withResource(left) : project.withoutResource(left);
}
