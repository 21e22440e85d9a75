import { readProject } from '../project/project-file.ts';
import { packageManagerWords, type PackageManagerWords } from '../scaffold/project/package-managers.ts';

/** What the user does next, in the words of the project's package manager. */
export function nextSteps(root: string, steps: (words: PackageManagerWords) => readonly string[]): string {
  const lines = steps(packageManagerWords(readProject(root).packageManager));
  return `\nNext:\n${lines.map((line) => `  ${line}\n`).join('')}`;
}
