import { statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { UserError } from '../diagnostics.ts';

export const projectFileName = 'PROJECT';

/** The folder of the project that contains `folder`, or an error that says how to make one. */
export function findProjectRoot(folder: string): string {
  for (let current = folder; ; current = dirname(current)) {
    if (statSync(join(current, projectFileName), { throwIfNoEntry: false })?.isFile() === true)
      return current;
    if (dirname(current) === current) break;
  }
  throw new UserError({
    code: 'OPG3001',
    severity: 'error',
    message: 'there is no PROJECT file in this folder or above it',
    hint: 'change to a project, or make one: opgen init --domain example.com',
  });
}
