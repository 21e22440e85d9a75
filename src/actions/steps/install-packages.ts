import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { execa, type Options } from 'execa';
import type { Diagnostic } from '../../diagnostics.ts';
import type { PackageManager } from '../../project/project-file.ts';
import { folderWith } from '../../scaffold/project/check-place.ts';
import { packageManagerWords } from '../../scaffold/project/package-managers.ts';
import type { ActionContext } from '../action-context.ts';
import { failedStep } from '../diagnostics.ts';

/** Runs `git init`, unless the folder is in a repository already. A machine without git can do without. */
export async function initRepository(context: ActionContext, root: string): Promise<void> {
  if (folderWith('.git', root) !== undefined) return;
  // The branch that the workflows run on. Git before 2.28 ignores the setting.
  const args = ['-c', 'init.defaultBranch=main', 'init', '--quiet'];
  await context.progress.step('git init', () => execa('git', args, optionsOf(context, root)));
}

/** Installs the dependencies and writes the lock file. A failure leaves a complete project. */
export async function installPackages(
  context: ActionContext,
  root: string,
  packageManager: PackageManager,
): Promise<Diagnostic[]> {
  const { install } = packageManagerWords(packageManager);
  const options = optionsOf(context, root);
  const [command, ...args] = await commandFor(packageManager, options);
  const stderr = 2;
  const result = await context.progress.tool(install, (output) =>
    execa(
      command,
      args,
      output === 'terminal' ? { ...options, stdin: 'ignore', stdout: stderr, stderr } : options,
    ),
  );
  if (!result.failed) return [];
  return [
    failedStep({
      message: `${install} failed:\n${result.all?.trim() || result.shortMessage}`,
      hint: `all files are written; fix the error of ${packageManager}, then run in ${root}: ${install}`,
    }),
  ];
}

/** Removes what another package manager installed, which the next one would refuse or mix up. */
export function removePackages(root: string): void {
  rmSync(join(root, 'node_modules'), { recursive: true, force: true });
  rmSync(join(root, '.yarn/install-state.gz'), { force: true });
}

function optionsOf({ interrupted }: ActionContext, root: string) {
  return {
    cwd: root,
    reject: false,
    all: true,
    // Yarn refuses to create a lock file in CI.
    env: { YARN_ENABLE_IMMUTABLE_INSTALLS: 'false' },
    ...(interrupted !== undefined && { cancelSignal: interrupted }),
  } satisfies Options;
}

/** The installed package manager if its major version is the one that the project pins, else one from the registry. */
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
