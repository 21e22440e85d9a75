import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { access, constants, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { UserError } from '../diagnostics.ts';
import { binariesUnavailable } from './diagnostics.ts';
import type { Platform } from './platform.ts';
import { download, type Release } from './release-index.ts';
import type { Version } from './version.ts';

/** A folder with kube-apiserver and etcd. */
export interface InstalledBinaries {
  readonly version: Version;
  readonly path: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Where opgen keeps the binaries of all versions. */
export function binariesFolder(env: Environment): string {
  return join(env['XDG_CACHE_HOME'] || join(env['HOME'] ?? homedir(), '.cache'), 'opgen', 'envtest');
}

/** The versions for a platform that are installed. */
export async function installedBinaries(folder: string, platform: Platform): Promise<InstalledBinaries[]> {
  const names = await readdir(folder).catch(() => []);
  const suffix = `-${platform.os}-${platform.arch}`;
  return names
    .filter((name) => name.endsWith(suffix))
    .map((name) => ({ version: name.slice(0, -suffix.length), path: join(folder, name) }));
}

/** Whether a folder, such as that in `KUBEBUILDER_ASSETS`, contains an API server and its database. */
export async function containsApiServer(folder: string): Promise<boolean> {
  const ending = process.platform === 'win32' ? '.exe' : '';
  const found = await Promise.all(
    ['kube-apiserver', 'etcd'].map((name) =>
      access(join(folder, `${name}${ending}`), constants.X_OK).then(
        () => true,
        () => false,
      ),
    ),
  );
  return !found.includes(false);
}

/** Downloads a release, checks it, and unpacks it. The folder appears complete or not at all. */
export async function installRelease(
  { version, url, sha512 }: Release,
  folder: string,
  platform: Platform,
): Promise<InstalledBinaries> {
  const path = join(folder, `${version}-${platform.os}-${platform.arch}`);
  const unfinished = `${path}.${process.pid}.unfinished`;
  const archive = Buffer.from(await download(url));
  const actual = createHash('sha512').update(archive).digest('hex');
  if (actual !== sha512) {
    const message = `${url} has the SHA-512 ${actual}, but the index says ${sha512}`;
    throw new UserError(binariesUnavailable({ message, hint: 'run the command again, or check the mirror' }));
  }
  try {
    await mkdir(unfinished, { recursive: true });
    await writeFile(join(unfinished, 'archive.tar.gz'), archive);
    // The archive contains controller-tools/envtest/kube-apiserver and so on.
    const args = ['-xzf', 'archive.tar.gz', '--strip-components=2'];
    await promisify(execFile)('tar', args, { cwd: unfinished });
    await rm(join(unfinished, 'archive.tar.gz'));
    await rm(path, { recursive: true, force: true });
    await rename(unfinished, path);
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
  return { version, path };
}
