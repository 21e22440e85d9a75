import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { execa, type Options } from 'execa';
import type { Diagnostic } from '../diagnostics.ts';
import type { Progress } from './progress.ts';
import type { Session } from './session.ts';

/** A repository of its own, and the dependencies. What fails here leaves a complete project. */
export async function afterInit(
  session: Session,
  progress: Progress,
  root: string,
  { git, install }: { git: boolean; install: boolean },
): Promise<Diagnostic[]> {
  const options = {
    cwd: root,
    reject: false,
    all: true,
    ...(session.interrupted !== undefined && { cancelSignal: session.interrupted }),
  } satisfies Options;
  if (git && !isInRepository(root)) {
    // A machine without git can do without the repository.
    await progress.step('git init', () => execa('git', ['init', '--quiet'], options));
  }
  if (!install) return [];
  const result = await progress.step('npm install', () =>
    execa('npm', ['install', '--no-fund', '--no-audit'], options),
  );
  if (!result.failed) return [];
  const message = `npm install failed:\n${result.all.trim() || result.shortMessage}`;
  const hint = `the project itself is complete; mend what npm says, then run: npm install --prefix ${root}`;
  return [{ code: 'OPG4005', severity: 'error', message, hint }];
}

function isInRepository(folder: string): boolean {
  for (let current = folder; ; current = dirname(current)) {
    if (existsSync(join(current, '.git'))) return true;
    if (dirname(current) === current) return false;
  }
}
