import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { generatedHeader } from './write-yaml.ts';

/** Files in these folders that carry our header and are not among the results; those of others are left alone. */
export async function staleFiles(
  root: string,
  folders: readonly string[],
  files: readonly { path: string }[],
): Promise<string[]> {
  const current = new Set(files.map(({ path }) => path));
  const candidates = (await Promise.all(folders.map((folder) => yamlFiles(root, folder))))
    .flat()
    .filter((path) => !current.has(path));
  const texts = await Promise.all(candidates.map((path) => readFile(join(root, path), 'utf8')));
  return candidates.filter((_, index) => texts[index]?.startsWith(generatedHeader)).toSorted();
}

async function yamlFiles(root: string, folder: string): Promise<string[]> {
  const entries = await readdir(join(root, folder), { withFileTypes: true }).catch(() => []);
  return entries.flatMap((entry) =>
    entry.isFile() && entry.name.endsWith('.yaml') ? [`${folder}/${entry.name}`] : [],
  );
}
