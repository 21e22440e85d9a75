import { lstatSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';

/**
 * Why opgen must not write to this path of a project, or undefined if it may: the path leaves the project, follows a
 * link, or is in a folder where a written file is code that runs on its own.
 */
export function refusedPath(root: string, path: string): string | undefined {
  if (/[\0\\]|^[a-z]:/i.test(path) || posix.isAbsolute(path) || posix.normalize(path) !== path)
    return 'is not a relative path';
  const parts = path.split('/');
  if (parts[0] === '..') return 'is outside the project';
  if (path === '.' || parts.at(-1) === '') return 'is not a file';
  if (parts.some((part) => part.toLowerCase() === '.git')) return 'is in the .git folder';
  for (let folder = dirname(path); folder !== '.'; folder = dirname(folder))
    if (lstatSync(join(root, folder), { throwIfNoEntry: false })?.isSymbolicLink() === true)
      return `leads through the link ${folder}`;
  return undefined;
}
