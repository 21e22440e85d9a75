import type { ProjectResource } from '../../project/project-resource.ts';
import type { TypeOptions } from './context.ts';
import { hasStorageMarker } from './storage-marker.ts';
import { readType } from './read-type.ts';

/**
 * Reads the options that a type was created with from its file, because PROJECT does not store them.
 *
 * Parses only the markers that opgen writes. The result does not matter if the user has changed the file.
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
