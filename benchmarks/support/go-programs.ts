import { createHash } from 'node:crypto';
import { access, mkdir, readFile, readdir, rename } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';

export const goModuleFolder: string = fileURLToPath(new URL('../go/', import.meta.url));

const packages = {
  measure: './cmd/measure',
  reconcile: './cmd/reconcile',
  'controller-gen': 'sigs.k8s.io/controller-tools/cmd/controller-gen',
} as const;

export type GoProgram = keyof typeof packages;

/** The path of a program of benchmarks/go, built into the user's cache on first use. */
export async function goProgram(name: GoProgram): Promise<string> {
  const folder = await cacheFolder();
  const path = join(folder, name);
  if (await exists(path)) return path;
  process.stderr.write(`building ${name}, once\n`);
  await mkdir(folder, { recursive: true });
  const unfinished = `${path}.${process.pid}.unfinished`;
  await execa('go', ['build', '-trimpath', '-buildvcs=false', '-o', unfinished, packages[name]], {
    cwd: goModuleFolder,
  });
  await rename(unfinished, path);
  return path;
}

/** The path of a program if it has been built already. */
export async function builtGoProgram(name: GoProgram): Promise<string | undefined> {
  const folder = await cacheFolder().catch(() => undefined);
  if (folder === undefined) return undefined;
  const path = join(folder, name);
  return (await exists(path)) ? path : undefined;
}

/** A folder for programs built from these exact sources, modules and Go version. */
async function cacheFolder(): Promise<string> {
  const { stdout } = await execa('go', ['env', 'GOVERSION', 'GOOS', 'GOARCH'], { cwd: goModuleFolder });
  const hash = createHash('sha256').update(stdout);
  for (const file of await sourceFiles()) hash.update(await readFile(join(goModuleFolder, file)));
  const cache = process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache');
  return join(cache, 'opgen', 'benchmarks', hash.digest('hex').slice(0, 16));
}

async function sourceFiles(): Promise<string[]> {
  const files = await readdir(goModuleFolder, { recursive: true });
  return files.filter((file) => /\.(go|mod|sum)$/.test(file)).toSorted();
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
