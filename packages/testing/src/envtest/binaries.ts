import { access, constants } from 'node:fs/promises';
import { join } from 'node:path';
import { buildFolder, goModuleFolder } from './build-cache.ts';
import { buildProgram } from './go-build.ts';
import { withFileLock } from './file-lock.ts';
import type { Program } from './programs.ts';

/** Says where a program is, without building it; undefined when it would have to be built first. */
export async function findBinary(program: Program, env: NodeJS.ProcessEnv): Promise<string | undefined> {
  const assets = env['KUBEBUILDER_ASSETS'];
  if (assets && (await isExecutable(join(assets, program)))) return join(assets, program);
  const folder = await buildFolder(env);
  if (folder && (await isExecutable(join(folder, program)))) return join(folder, program);
  return undefined;
}

export interface BuildOptions {
  env: NodeJS.ProcessEnv;
  /** Told once per program that has to be built, since the first build takes minutes. */
  onBuild?: (program: Program) => void;
}

/**
 * The path of a program: from the folder named by `KUBEBUILDER_ASSETS`, else from our cache, else
 * built into our cache. Processes that ask at the same time wait for one build.
 */
export async function findOrBuildBinary(program: Program, options: BuildOptions): Promise<string> {
  const { env } = options;
  const found = await findBinary(program, env);
  if (found) return found;
  const folder = await buildFolder(env);
  if (!folder) throw new Error(`${program} is not there, and cannot be built: \`go\` is not on the PATH`);
  return withFileLock(join(folder, 'build.lock'), async () => {
    const target = join(folder, program);
    if (!(await isExecutable(target))) {
      options.onBuild?.(program);
      await buildProgram(program, { moduleFolder: goModuleFolder, target, env });
    }
    return target;
  });
}

async function isExecutable(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}
