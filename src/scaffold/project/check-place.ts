import { existsSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import type { Diagnostic } from '../../diagnostics.ts';
import { projectFileName } from '../../project/find-project.ts';
import { nestedProject } from '../diagnostics.ts';
import { findWorkspace } from './workspace.ts';

/** What a package manager ignores in the members of its workspace. */
const ignored = {
  npm: '"overrides" and the lock file',
  pnpm: 'pnpm-workspace.yaml and the lock file',
  yarn: '"resolutions" and the lock file',
};

/** Warns about a new project inside something that changes how its files work. */
export function checkPlace(root: string): Diagnostic[] {
  return [...checkProjectAbove(root), ...checkWorkspace(root), ...checkRepository(root)];
}

/** The nearest folder from `folder` upwards that contains an entry. */
export function folderWith(entry: string, folder: string): string | undefined {
  if (existsSync(join(folder, entry))) return folder;
  return dirname(folder) === folder ? undefined : folderWith(entry, dirname(folder));
}

function checkProjectAbove(root: string): Diagnostic[] {
  const above = folderWith(projectFileName, dirname(root));
  if (above === undefined) return [];
  const message = `the new project is inside the project in ${pathBetween(root, above)}`;
  const hint =
    'commands in this folder change the new project; to add a kind to the other one, delete this folder and run opgen create api there';
  return [nestedProject({ message, hint })];
}

function checkWorkspace(root: string): Diagnostic[] {
  const workspace = findWorkspace(root);
  if (workspace === undefined) return [];
  const { file, key, manager, member } = workspace;
  const place = pathBetween(root, workspace.root);
  const exclude = `add "!${member}" to "${key}" in ${place}/${file} and install again`;
  // npm installs for the whole workspace from every folder. With pnpm and yarn, the lock file of the project makes it independent.
  const [whose, hint] =
    manager === 'npm'
      ? [
          'whose installs ignore',
          `to keep the project independent, ${exclude}; in a member, write the lock file for make docker-build with npm install --package-lock-only --workspaces=false`,
        ]
      : [
          `and installs in ${place} ignore`,
          `make and ${manager} install in the project use its own files; to exclude it from installs in ${place}, ${exclude}`,
        ];
  const message = `the project is a member of the ${manager} workspace in ${place}, ${whose} ${ignored[manager]} of the project`;
  return [nestedProject({ message, hint })];
}

function checkRepository(root: string): Diagnostic[] {
  const repository = folderWith('.git', root);
  if (repository === undefined || repository === root) return [];
  const place = pathBetween(root, repository);
  const folder = pathBetween(repository, root);
  const message = `GitHub runs only workflows in the root of the repository, which is ${place}`;
  const hint = `move .github/workflows to ${place}/.github/workflows, and add to each workflow: defaults: { run: { working-directory: ${folder} } }`;
  return [nestedProject({ message, hint })];
}

function pathBetween(from: string, to: string): string {
  return relative(from, to).split(sep).join('/');
}
