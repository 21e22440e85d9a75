import type { ProjectResource } from '../../project/project-resource.ts';
import { typePath } from './context.ts';

/** Whether the project declares the kind and generates its CRD. */
export function isOfProject({ api }: ProjectResource): boolean {
  return api !== undefined;
}

/** The file of the project, or the npm module, that exports the type. */
export function typeModule(resource: ProjectResource): string {
  return resource.path ?? resource.module ?? typePath(resource);
}
