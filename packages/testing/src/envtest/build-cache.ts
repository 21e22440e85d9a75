import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** The Go module that ships with this package; next to `src` in the repository and next to `dist` when installed. */
export const goModuleFolder: string = fileURLToPath(new URL('../../go/', import.meta.url));

/** Go modules whose programs are cached together. */
export interface CachedModule {
  /** The folder in the cache. */
  readonly name: string;
  readonly folder: string;
  /** The files that decide what is built. */
  readonly keyFiles: readonly string[];
}

const controlPlane: CachedModule = {
  name: 'control-plane',
  folder: goModuleFolder,
  keyFiles: ['go.mod', 'go.sum', 'etcd/main.go', 'kwok/go.mod', 'kwok/go.sum'],
};

/**
 * The folder for binaries that this Go version built for this platform from exactly these modules. It is outside
 * the checkout, so that a fresh clone does not build them again. Undefined when Go is not installed.
 */
export async function buildFolder(
  env: NodeJS.ProcessEnv,
  { name, folder, keyFiles }: CachedModule = controlPlane,
): Promise<string | undefined> {
  const go = await goIdentity(env, folder);
  if (!go) return undefined;
  const hash = createHash('sha256').update(go.join('\0'));
  for (const file of keyFiles) hash.update(await readFile(join(folder, file)));
  return join(cacheFolder(env), name, `${go.slice(1).join('-')}-${hash.digest('hex').slice(0, 16)}`);
}

/** Version, operating system and architecture. */
async function goIdentity(env: NodeJS.ProcessEnv, cwd: string): Promise<string[] | undefined> {
  const args = ['env', 'GOVERSION', 'GOOS', 'GOARCH'];
  return promisify(execFile)('go', args, { env, cwd }).then(
    ({ stdout }) => stdout.trim().split('\n'),
    () => undefined,
  );
}

function cacheFolder(env: NodeJS.ProcessEnv): string {
  return join(env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'opgen');
}
