import { readdirSync, statSync } from 'node:fs';
import { relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packageRoot } from '../../scaffold/package-root.ts';

/**
 * Identifies this build of opgen and the version of Node: the number of files, their size and their last change. The
 * version of opgen is not enough, because a developer has many builds of one version.
 */
export function ownBuild(): string {
  const root = packageRoot();
  const [top = ''] = relative(root, fileURLToPath(import.meta.url)).split(sep);
  const sum: Sum = { files: 0, size: 0n, last: 0n };
  add(`${root}/package.json`, sum);
  add(`${root}/${top}`, sum);
  return [process.version, sum.files, sum.size, sum.last].join(' ');
}

interface Sum {
  files: number;
  size: bigint;
  last: bigint;
}

/** Recursive readdir would take longer to join the paths than this takes to stat the files. */
function add(path: string, sum: Sum): void {
  const found = statSync(path, { bigint: true });
  if (found.isDirectory()) {
    for (const name of readdirSync(path)) add(`${path}/${name}`, sum);
    return;
  }
  sum.files++;
  sum.size += found.size;
  for (const time of [found.ctimeNs, found.mtimeNs]) if (time > sum.last) sum.last = time;
}
