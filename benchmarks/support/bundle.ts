import { readFile } from 'node:fs/promises';
import { build, type BuildOptions } from 'esbuild';
import type { Command } from './measure.ts';

/**
 * Bundles a program into one file, as a generated project does. `nodePaths` are additional folders of packages that the
 * repository does not depend on.
 */
export function bundle(entry: string, outfile: string, ...nodePaths: string[]): Promise<string> {
  return buildInto(outfile, { entryPoints: [entry], nodePaths, minify: true, keepNames: true });
}

/** A bundle for profiling: a comment above each module names its file. */
export function readableBundle(entry: string, outfile: string): Promise<string> {
  return buildInto(outfile, { entryPoints: [entry] });
}

async function buildInto(outfile: string, options: BuildOptions): Promise<string> {
  await build({
    ...options,
    outfile,
    bundle: true,
    platform: 'node',
    target: 'node20.19',
    format: 'esm',
    conditions: ['source'],
    sourcemap: true,
    sourcesContent: false,
    // CommonJS dependencies load Node's modules with `require`.
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
    },
    logLevel: 'error',
  });
  return outfile;
}

/** Runs a bundled program with the options of the image of a generated project. */
export async function asInImage(bundled: string, args: readonly string[]): Promise<Command> {
  const dockerfile = await readFile(new URL('../../templates/init/Dockerfile.hbs', import.meta.url), 'utf8');
  const options = /^ENV NODE_OPTIONS=(\S+)$/m.exec(dockerfile)?.[1];
  const flags = /^CMD \[(?:"(--[^"]+)", )?"\/main.js"\]$/m.exec(dockerfile)?.[1];
  if (options === undefined || flags === undefined)
    throw new Error('the Dockerfile says otherwise how to run');
  return { program: process.execPath, args: [flags, bundled, ...args], env: { NODE_OPTIONS: options } };
}
