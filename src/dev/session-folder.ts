import { rm } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { tryFileLock } from '@opgen/testing';
import { UserError } from '../diagnostics.ts';
import { alreadyRunning } from './diagnostics.ts';

/** The temporary files of one `opgen dev`: bundle, kubeconfigs, tokens, certificates. */
export interface SessionFolder {
  readonly path: string;
  /** Removes it, and lets the next session start. */
  close(): Promise<void>;
}

/** In the project, but ignored by git. */
const cache = 'node_modules/.cache/opgen';

/**
 * Opens the folder of a session: a project has one for its local cluster, and one for each context. Empties it if its
 * last session was killed, and throws a `UserError` if another one runs.
 */
export async function openSessionFolder(root: string, context: string | undefined): Promise<SessionFolder> {
  const name = context === undefined ? 'dev' : `dev-${encodeURIComponent(context)}`;
  const path = join(root, cache, name);
  const lockFile = `${path}.lock`;
  const lock = await tryFileLock(lockFile);
  if (lock.owner !== undefined) {
    const where = context === undefined ? 'in this project' : `in this project with --context ${context}`;
    const message = `opgen dev already runs ${where}, as process ${lock.owner}`;
    const hint = `stop it first; if that is another program, delete ${relative(root, lockFile)}`;
    throw new UserError(alreadyRunning({ message, hint }));
  }
  const remove = (): Promise<void> => rm(path, { recursive: true, force: true });
  await remove();
  return {
    path,
    async close() {
      await remove();
      await lock.release();
    },
  };
}
