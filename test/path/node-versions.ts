import { existsSync, mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';

/** The supported major versions of Node. */
export const nodeMajors = [20, 24, 26];

/** An executable of this major version: the current one, or a cached `node` package from npm. */
export async function nodeExecutable(major: number): Promise<string> {
  if (process.versions.node.startsWith(`${major}.`)) return process.execPath;

  const cache = join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'opgen', `node-${major}`);
  const executable = join(cache, 'node_modules', 'node', 'bin', 'node');
  if (!existsSync(executable)) {
    mkdirSync(cache, { recursive: true });
    await execa('npm', ['install', '--prefix', cache, '--no-save', `node@${major}`], { cwd: cache });
  }
  return executable;
}
