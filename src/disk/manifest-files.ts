import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** The YAML and JSON files below a folder, in alphabetical order. Ignores hidden files and folders. */
export function manifestFiles(root: string, folder: string): string[] {
  return readdirSync(resolve(root, folder), { withFileTypes: true })
    .filter(({ name }) => !name.startsWith('.') && name !== 'node_modules')
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return manifestFiles(root, path);
      return /\.(ya?ml|json)$/.test(entry.name) ? [path] : [];
    });
}
