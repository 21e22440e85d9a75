import { access, constants } from 'node:fs/promises';
import { join } from 'node:path';
import { buildFolder, type CachedModule, goModuleFolder } from '../../src/envtest/build-cache.ts';
import { goBuild } from '../../src/envtest/go-build.ts';
import { withFileLock } from '../../src/file-lock.ts';

/** A program that only tests run, from a separate Go module. */
export interface GoProgram {
  readonly module: CachedModule;
  readonly name: string;
  /** The command of Go that builds it, such as `build` with a package. */
  readonly command: readonly string[];
  /** The folder of the go.mod with the version of Kubernetes. Default: that of the control plane. */
  readonly versionFrom?: string;
}

/** The path of the program in the cache; undefined if it is not built. */
export async function findGoProgram(
  { module, name }: GoProgram,
  env: NodeJS.ProcessEnv,
): Promise<string | undefined> {
  const cache = await buildFolder(env, module);
  if (cache === undefined) return undefined;
  const target = join(cache, name);
  return access(target, constants.X_OK).then(
    () => target,
    () => undefined,
  );
}

/** The path of the program. The first build takes minutes. */
export async function findOrBuildGoProgram(program: GoProgram, env: NodeJS.ProcessEnv): Promise<string> {
  const { module, name, command, versionFrom = goModuleFolder } = program;
  const cache = await buildFolder(env, module);
  if (cache === undefined) throw new Error(`${name} is not built, and \`go\` is not on the PATH`);
  return withFileLock(join(cache, 'build.lock'), async () => {
    const found = await findGoProgram(program, env);
    if (found !== undefined) return found;
    const target = join(cache, name);
    await goBuild(command, { cwd: module.folder, versionFrom, target, env });
    return target;
  });
}
