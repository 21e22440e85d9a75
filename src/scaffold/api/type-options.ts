import type { ProjectResource } from '../../project/project-resource.ts';
import type { TypeOptions } from './context.ts';
import { hasStorageMarker } from './storage-marker.ts';
import { readType } from './read-type.ts';

/**
 * What the type of a resource was made with, read from its file: PROJECT does not know it.
 *
 * Only what opgen writes itself has to be understood. In a file that was changed it does not matter any more.
 */
export function typeOptionsIn(root: string, resource: ProjectResource): TypeOptions {
  const text = readType(root, resource);
  if (text === undefined) return {};
  const marker = /^\/\/ \+resource:(.*?)\r?$/m.exec(text)?.[1] ?? '';
  const { singular, shortName, categories } = Object.fromEntries(
    marker.split(',').map((argument) => argument.split('=') as [string, string]),
  );
  return {
    storage: hasStorageMarker(text),
    ...(singular !== undefined && { singular }),
    ...(shortName !== undefined && { shortNames: shortName.split(';') }),
    ...(categories !== undefined && { categories: categories.split(';') }),
  };
}
