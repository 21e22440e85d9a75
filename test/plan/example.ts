import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Transport } from '@opgen/runtime/transport';
import { build } from 'esbuild';
import { type Plan, planOperator, type PlanOperatorOptions } from '../../src/plan/plan-operator.ts';
import { repository } from '../support/built-cli.ts';

/** An example of the repository, bundled with the sources of the packages. */
export interface Example {
  readonly name: string;
  readonly root: string;
  readonly bundle: string;
  readonly folder: string;
}

/** `edit` changes the sources, as a new version of the operator would. */
export async function bundleExample(
  name: string,
  { root = join(repository, 'examples', name), edit = (text: string) => text } = {},
): Promise<Example> {
  const folder = mkdtempSync(join(tmpdir(), 'opgen-test-plan-'));
  const bundle = join(folder, 'main.mjs');
  const banner =
    "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);";
  await build({
    absWorkingDir: root,
    entryPoints: ['src/main.ts'],
    outfile: bundle,
    bundle: true,
    platform: 'node',
    format: 'esm',
    conditions: ['source'],
    banner: { js: banner },
    logLevel: 'silent',
    plugins: [
      {
        name: 'edit',
        setup: ({ onLoad }) =>
          onLoad({ filter: /\.controller\.ts$|main\.ts$/ }, ({ path }) => ({
            contents: edit(readFileSync(path, 'utf8')),
            loader: 'ts',
          })),
      },
    ],
  });
  return { name, root, bundle, folder };
}

export function planOf(
  { bundle, folder, name, root }: Example,
  transport: Transport,
  options: Partial<PlanOperatorOptions> = {},
): Promise<Plan> {
  return planOperator({
    root,
    name,
    namespaced: false,
    bundle,
    folder,
    transport,
    timeout: 120_000,
    env: process.env,
    now: () => new Date(),
    signal: new AbortController().signal,
    onLine: () => {},
    ...options,
  });
}
