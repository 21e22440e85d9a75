/**
 * Builds the package in the current folder into dist/: declarations with their comments, JavaScript without them, and
 * the data that is read at run time.
 *
 *     node ../../scripts/build-package.mjs
 */
import { spawnSync } from 'node:child_process';
import { cpSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const compiler = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc');

rmSync('dist', { recursive: true, force: true });
compile('--emitDeclarationOnly');
// The types were just checked.
compile('--declaration', 'false', '--removeComments', '--noCheck');
cpSync('src', 'dist', {
  recursive: true,
  filter: (path) => path.endsWith('.json') || statSync(path).isDirectory(),
});

function compile(...options) {
  const { status } = spawnSync(process.execPath, [compiler, '-p', 'tsconfig.build.json', ...options], {
    stdio: ['ignore', 2, 2],
  });
  if (status !== 0) process.exit(1);
}
