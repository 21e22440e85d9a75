import { join } from 'node:path';
import type { Disk } from '../disk/disk.ts';
import { generatedHeader } from './write-yaml.ts';

/** Files in these folders that carry our header and are not among the results; those of others are left alone. */
export function staleFiles(
  root: string,
  folders: readonly string[],
  files: readonly { path: string }[],
  disk: Disk,
): string[] {
  const current = new Set(files.map(({ path }) => path));
  return folders
    .flatMap((folder) => yamlFiles(root, folder, disk))
    .filter((path) => !current.has(path) && disk.text(join(root, path)).startsWith(generatedHeader))
    .toSorted();
}

function yamlFiles(root: string, folder: string, disk: Disk): string[] {
  const entries = disk.list(join(root, folder)) ?? [];
  return entries
    .map(({ name }) => `${folder}/${name}`)
    .filter((path) => path.endsWith('.yaml') && disk.isFile(join(root, path)));
}
