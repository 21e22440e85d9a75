import { readFile } from 'node:fs/promises';
import { build, type BuildOptions } from 'esbuild';
import type { Command } from './measure.ts';

/**
 * One file with everything in it, as a generated project builds its operator. `nodePaths` are further folders of
 * packages, for those that the repository does not depend on.
 */
export function bundle(entry: string, outfile: string, ...nodePaths: string[]): Promise<string> {
  return buildInto(outfile, { entryPoints: [entry], nodePaths, minify: true, keepNames: true });
}

/** The same for a profile: it says above each module where that came from. */
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
    // Dependencies in CommonJS ask for Node's own modules this way.
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
    },
    logLevel: 'error',
  });
  return outfile;
}

/** Runs a bundled program as the image of a generated project does. */
export async function asInImage(bundled: string, args: readonly string[]): Promise<Command> {
  const dockerfile = await readFile(new URL('../../templates/init/Dockerfile.hbs', import.meta.url), 'utf8');
  const options = /^ENV NODE_OPTIONS=(\S+)$/m.exec(dockerfile)?.[1];
  const flags = /^CMD \[(?:"(--[^"]+)", )?"\/main.js"\]$/m.exec(dockerfile)?.[1];
  if (options === undefined || flags === undefined)
    throw new Error('the Dockerfile says otherwise how to run');
  return { program: process.execPath, args: [flags, bundled, ...args], env: { NODE_OPTIONS: options } };
}
