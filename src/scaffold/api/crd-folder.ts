import type { ProjectResource } from '../../project/project-resource.ts';
import { isFromCrd } from './external-type.ts';

/** The folder with the CRD of a kind, for tests to install; empty for kinds whose CRD the project does not have. */
export function crdFolder(resource: ProjectResource): string {
  if (resource.api !== undefined) return 'config/crd/bases';
  return isFromCrd(resource) ? 'config/crd/external' : '';
}
