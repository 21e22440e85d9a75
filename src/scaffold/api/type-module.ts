import type { ProjectResource } from '../../project/project-resource.ts';
import { typePath } from './context.ts';

/** Whether the project declares the kind, and writes its CRD. */
export function isOfProject({ api }: ProjectResource): boolean {
  return api !== undefined;
}

/** Where the type of a kind is imported from: a file of the project, or a module. */
export function typeModule(resource: ProjectResource): string {
  return resource.path ?? resource.module ?? typePath(resource);
}
