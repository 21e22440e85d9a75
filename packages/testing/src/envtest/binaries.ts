import { access, constants } from 'node:fs/promises';
import { join } from 'node:path';
import { buildFolder, goModuleFolder } from './build-cache.ts';
import { buildProgram } from './go-build.ts';
import { withFileLock } from '../file-lock.ts';
import type { Program } from './programs.ts';

/**
 * The path of a program of the real cluster, such as `etcd`, without building it: from the folder in `KUBEBUILDER_ASSETS`,
 * else from the cache. Undefined if it is not built.
 */
export async function findBinary(
  program: Program,
  env: NodeJS.ProcessEnv = process.env,
): Promise<string | undefined> {
  const assets = env['KUBEBUILDER_ASSETS'];
  if (assets && (await isExecutable(join(assets, program)))) return join(assets, program);
  const folder = await buildFolder(env);
  if (folder && (await isExecutable(join(folder, program)))) return join(folder, program);
  return undefined;
}

export interface BuildOptions {
  env: NodeJS.ProcessEnv;
  /** Called once for each program that must be built, because the first build takes minutes. */
  onBuild?: (program: Program) => void;
}

/**
 * The path of a program: from the folder in `KUBEBUILDER_ASSETS`, else from the cache, else built into the cache.
 * Concurrent processes wait for one build.
 */
export async function findOrBuildBinary(program: Program, options: BuildOptions): Promise<string> {
  const { env } = options;
  const found = await findBinary(program, env);
  if (found) return found;
  const folder = await buildFolder(env);
  if (!folder) throw new Error(`${program} is not built, and \`go\` is not on the PATH to build it`);
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
