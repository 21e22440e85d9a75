import { readProject } from '../../project/project-file.ts';
import { packageManagerWords, type PackageManagerWords } from '../../scaffold/project/package-managers.ts';

/** The commands that the user runs next, for the package manager of the project. */
export function nextSteps(root: string, steps: (words: PackageManagerWords) => readonly string[]): string {
  const lines = steps(packageManagerWords(readProject(root).packageManager));
  return `\nNext:\n${lines.map((line) => `  ${line}\n`).join('')}`;
}
