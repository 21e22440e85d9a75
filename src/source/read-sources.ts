import { readdir, readFile } from 'node:fs/promises';
import { join, posix, sep } from 'node:path';
import type { SourceFile } from './source-file.ts';
import { readSourceFile } from './read-source-file.ts';

/** Every TypeScript file under `src/` of a project, in the order of their paths. */
export async function readSources(root: string): Promise<SourceFile[]> {
  const paths = await sourcePaths(root);
  const texts = await Promise.all(paths.map((path) => readFile(join(root, path), 'utf8')));
  return paths.map((path, index) => readSourceFile(path, texts[index] ?? ''));
}

async function sourcePaths(root: string): Promise<string[]> {
  const entries = await readdir(join(root, 'src'), { recursive: true }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return [];
      throw error;
    },
  );
  return entries
    .map((entry) => posix.join('src', entry.split(sep).join('/')))
    .filter((path) => /\.m?ts$/.test(path) && !/\.d\.m?ts$/.test(path) && !path.includes('/node_modules/'))
    .toSorted();
}
