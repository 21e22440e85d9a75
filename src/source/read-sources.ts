import { join } from 'node:path';
import type { Disk } from '../disk/disk.ts';
import type { SourceFile } from './source-file.ts';
import { readSourceFile } from './read-source-file.ts';

/** Every TypeScript file under `src/` of a project, sorted by path. */
export function readSources(root: string, disk: Disk): SourceFile[] {
  return sourcesBelow(root, 'src', disk)
    .toSorted()
    .map((path) => disk.parsed(join(root, path), (text) => readSourceFile(path, text)));
}

function sourcesBelow(root: string, folder: string, disk: Disk): string[] {
  return (disk.list(join(root, folder)) ?? []).flatMap(({ isFolder, name }) => {
    const path = `${folder}/${name}`;
    if (isFolder) return name === 'node_modules' ? [] : sourcesBelow(root, path, disk);
    return /\.m?ts$/.test(name) && !/\.d\.m?ts$/.test(name) ? [path] : [];
  });
}
