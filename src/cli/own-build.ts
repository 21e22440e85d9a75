import { readdirSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packageRoot } from '../scaffold/package-root.ts';

/**
 * Which opgen this is, and on which Node: its number of files, their size and the last change of any of them. A version
 * would not do: whoever builds or patches opgen has many builds of one version.
 */
export function ownBuild(): string {
  const root = packageRoot();
  const [top = ''] = relative(root, fileURLToPath(import.meta.url)).split(sep);
  const paths = readdirSync(join(root, top), { recursive: true, encoding: 'utf8' });
  let [size, last] = [0n, 0n];
  for (const path of [join(root, 'package.json'), ...paths.map((found) => join(root, top, found))]) {
    const { ctimeNs, mtimeNs, size: own } = statSync(path, { bigint: true });
    size += own;
    for (const time of [ctimeNs, mtimeNs]) if (time > last) last = time;
  }
  return [process.version, paths.length, size, last].join(' ');
}
