import type { ProjectResource } from '../../project/project-resource.ts';
import { readIfThere } from '../files/file-plan.ts';

/** The source of a type, if it is a file of the project. */
export function readType(root: string, { path }: ProjectResource): string | undefined {
  return path === undefined ? undefined : readIfThere(root, path);
}
