import { statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { UserError } from '../diagnostics.ts';
import { missingProject } from './diagnostics.ts';

export const projectFileName = 'PROJECT';

/** The root of the project that contains `folder`. */
export function findProjectRoot(folder: string): string {
  const root = projectRootAbove(folder);
  if (root !== undefined) return root;
  throw new UserError(
    missingProject({
      message: 'no PROJECT file in this folder or in the folders above',
      hint: 'change to a project, or create one: opgen init --domain example.com',
    }),
  );
}

/** The same; undefined outside of projects. */
export function projectRootAbove(folder: string): string | undefined {
  for (let current = folder; ; current = dirname(current)) {
    if (statSync(join(current, projectFileName), { throwIfNoEntry: false })?.isFile() === true)
      return current;
    if (dirname(current) === current) return undefined;
  }
}
