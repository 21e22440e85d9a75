import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { execa } from 'execa';
import type { Diagnostic } from '../diagnostics.ts';
import type { Session } from './session.ts';

/** A repository of its own, and the dependencies. What fails here leaves a complete project. */
export async function afterInit(
  session: Session,
  root: string,
  { git, install, quiet = false }: { git: boolean; install: boolean; quiet?: boolean },
): Promise<Diagnostic[]> {
  const failed: Diagnostic[] = [];
  if (git && !isInRepository(root)) {
    // A machine without git can do without the repository.
    await execa('git', ['init', '--quiet'], { cwd: root, reject: false });
  }
  if (install) {
    if (!quiet) session.stderr.write('npm install …\n');
    const started = session.now().getTime();
    const result = await execa('npm', ['install', '--no-fund', '--no-audit'], {
      cwd: root,
      reject: false,
      all: true,
    });
    if (result.failed) {
      const message = `npm install failed:\n${result.all ?? result.shortMessage}`;
      failed.push({
        code: 'OPG4005',
        severity: 'error',
        message,
        hint: `the project is complete; run npm install in ${root}`,
      });
    } else if (!quiet) {
      session.stderr.write(`npm install took ${((session.now().getTime() - started) / 1000).toFixed(1)} s\n`);
    }
  }
  return failed;
}

function isInRepository(folder: string): boolean {
  for (let current = folder; ; current = dirname(current)) {
    if (existsSync(join(current, '.git'))) return true;
    if (dirname(current) === current) return false;
  }
}
