import { existsSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { execa, type Options } from 'execa';
import type { Diagnostic } from '../diagnostics.ts';
import type { PackageManager } from '../project/project-file.ts';
import { packageManagerWords } from '../scaffold/project/package-managers.ts';
import type { Progress } from './progress.ts';
import type { Session } from './session.ts';

/** A repository of its own, and the dependencies. What fails here leaves a complete project. */
export async function afterInit(
  session: Session,
  progress: Progress,
  root: string,
  { git, install, packageManager }: { git: boolean; install: boolean; packageManager: PackageManager },
): Promise<Diagnostic[]> {
  if (git && !isInRepository(root)) {
    // A machine without git can do without the repository.
    await progress.step('git init', () => execa('git', ['init', '--quiet'], optionsOf(session, root)));
  }
  return install ? installPackages(session, progress, root, packageManager) : [];
}

/** Installs the dependencies, and writes the lock file. */
export async function installPackages(
  session: Session,
  progress: Progress,
  root: string,
  packageManager: PackageManager,
): Promise<Diagnostic[]> {
  const { install } = packageManagerWords(packageManager);
  const options = optionsOf(session, root);
  const [command, ...args] = await commandFor(packageManager, options);
  const result = await progress.step(install, () => execa(command, args, options));
  if (!result.failed) return [];
  const message = `${install} failed:\n${result.all.trim() || result.shortMessage}`;
  const hint = `the project itself is complete; mend what ${packageManager} says, then run in ${root}: ${install}`;
  return [{ code: 'OPG4005', severity: 'error', message, hint }];
}

/** What another package manager installed, and its notes of that, stand in the way of the next one. */
export function removePackages(root: string): void {
  rmSync(join(root, 'node_modules'), { recursive: true, force: true });
  rmSync(join(root, '.yarn/install-state.gz'), { force: true });
}

function optionsOf(session: Session, root: string) {
  return {
    cwd: root,
    reject: false,
    all: true,
    // The lock file is yet to be made, also where CI would have it be there.
    env: { YARN_ENABLE_IMMUTABLE_INSTALLS: 'false' },
    ...(session.interrupted !== undefined && { cancelSignal: session.interrupted }),
  } satisfies Options;
}

/** The package manager of this machine if it is of the major version that the project pins, else one from the registry. */
async function commandFor(
  name: PackageManager,
  options: ReturnType<typeof optionsOf>,
): Promise<[string, ...string[]]> {
  if (name === 'npm') return ['npm', 'install', '--no-fund', '--no-audit'];
  const { pinned } = packageManagerWords(name);
  const args = name === 'pnpm' ? ['install', '--no-frozen-lockfile'] : ['install'];
  const { stdout } = await execa(name, ['--version'], options);
  if (majorOf(stdout) === majorOf(pinned.slice(name.length + 1))) return [name, ...args];
  const source = pinned.replace(/^yarn/, '@yarnpkg/cli-dist');
  return ['npx', '--yes', '--package', source, name, ...args];
}

function majorOf(version: string | undefined): string | undefined {
  return /^\d+/.exec(version ?? '')?.[0];
}

function isInRepository(folder: string): boolean {
  for (let current = folder; ; current = dirname(current)) {
    if (existsSync(join(current, '.git'))) return true;
    if (dirname(current) === current) return false;
  }
}
