/**
 * Builds the package in the current folder into dist/: its JavaScript in a few files, because Node needs more time to
 * find and read many files than to compile them; declarations with their comments; and the data that is read at run
 * time.
 *
 *     node ../../scripts/build-package.mjs
 */
import { spawnSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { build } from 'esbuild';

/** A module finds its data by its own address, which in dist/ is not that of the bundle. */
const addressesOfSources = {
  name: 'addresses-of-sources',
  setup({ onLoad }) {
    onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      if (!readsOwnAddress(path)) return undefined;
      const address = `./${relative(resolve('src'), path).replaceAll(sep, '/')}`;
      const contents = (await readFile(path, 'utf8')).replaceAll(
        'import.meta.url',
        `new URL('${address}', import.meta.url)`,
      );
      return { contents, loader: 'ts' };
    });
  },
};

rmSync('dist', { recursive: true, force: true });
writeDeclarations();
await bundle();
removeInternalDeclarations();
cpSync('src', 'dist', {
  recursive: true,
  filter: (path) => path.endsWith('.json') || statSync(path).isDirectory(),
});

function writeDeclarations() {
  const compiler = join(
    dirname(createRequire(import.meta.url).resolve('typescript/package.json')),
    'bin/tsc',
  );
  const options = ['-p', 'tsconfig.build.json', '--emitDeclarationOnly'];
  const { status } = spawnSync(process.execPath, [compiler, ...options], { stdio: ['ignore', 2, 2] });
  if (status !== 0) process.exit(1);
}

/**
 * One file for each entry point, and chunks for what several of them use, so that each module exists once. Other
 * packages stay imports: a project and its tests share one `@opgen/runtime`.
 */
async function bundle() {
  const { metafile } = await build({
    entryPoints: entryPoints(),
    outbase: 'src',
    outdir: 'dist',
    bundle: true,
    splitting: true,
    chunkNames: '[name]-[hash]',
    packages: 'external',
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    legalComments: 'none',
    logLevel: 'warning',
    metafile: true,
    plugins: [addressesOfSources],
  });
  for (const [output, { inputs }] of Object.entries(metafile.outputs)) {
    // A bundler of a project warns of imports without names from a package without side effects.
    writeFileSync(output, readFileSync(output, 'utf8').replaceAll(/^import "[^"]+";\n/gm, ''));
    const displaced = dirname(output) !== 'dist' && Object.keys(inputs).find(readsOwnAddress);
    if (displaced) throw new Error(`${displaced} reads import.meta.url, but is bundled into ${output}`);
  }
}

/** Deletes the declarations that no entry point leads to. */
function removeInternalDeclarations() {
  const reached = new Set(entryPoints().map((path) => path.replace(/^.\/src\/(.*)\.ts$/, 'dist/$1.d.ts')));
  for (const path of reached)
    for (const [, imported] of readFileSync(path, 'utf8').matchAll(
      /(?:from|import\() ?['"](\.[^'"]+)\.[jt]s['"]/g,
    ))
      reached.add(`${join(dirname(path), imported).replaceAll(sep, '/')}.d.ts`);
  for (const name of readdirSync('dist', { recursive: true })) {
    const path = `dist/${name.replaceAll(sep, '/')}`;
    if (path.endsWith('.d.ts') && !reached.has(path)) rmSync(path);
  }
}

/** The sources that package.json exports. */
function entryPoints() {
  const { exports } = JSON.parse(readFileSync('package.json', 'utf8'));
  const patterns = Object.values(exports).flatMap(({ source }) => source ?? []);
  return patterns.flatMap((pattern) => {
    const [folder, extension] = pattern.split('*');
    if (extension === undefined) return [pattern];
    return readdirSync(folder, { recursive: true })
      .filter((name) => name.endsWith(extension))
      .map((name) => `${folder}${name.replaceAll(sep, '/')}`);
  });
}

function readsOwnAddress(path) {
  return readFileSync(path, 'utf8').includes('import.meta.url');
}
