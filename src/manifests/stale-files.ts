import { join } from 'node:path';
import type { Disk } from '../disk/disk.ts';
import { generatedHeader } from './write-yaml.ts';

/** Generated YAML files in these folders that are not in `files`. Ignores files without the header of opgen. */
export function staleFiles(
  root: string,
  folders: readonly string[],
  files: readonly { path: string }[],
  disk: Disk,
): string[] {
  const current = new Set(files.map(({ path }) => path));
  return folders
    .flatMap((folder) => (disk.list(join(root, folder)) ?? []).map(({ name }) => `${folder}/${name}`))
    .filter((path) => path.endsWith('.yaml') && !current.has(path) && isOurs(join(root, path), disk))
    .toSorted();
}

function isOurs(path: string, disk: Disk): boolean {
  return disk.isFile(path) && disk.text(path).startsWith(generatedHeader);
}
