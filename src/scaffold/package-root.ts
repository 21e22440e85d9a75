import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface OwnManifest {
  name: string;
  version: string;
  files: string[];
  devDependencies: Record<string, string>;
  bugs?: { url: string };
}

/** The root of opgen's own package, both when opgen runs from its sources and from the bundle. */
export function packageRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'package.json'))) {
    if (folder === dirname(folder))
      throw new Error('opgen runs outside of its package: no package.json above it');
    folder = dirname(folder);
  }
  return folder;
}

export function ownManifest(): OwnManifest {
  return JSON.parse(readFileSync(join(packageRoot(), 'package.json'), 'utf8')) as OwnManifest;
}
