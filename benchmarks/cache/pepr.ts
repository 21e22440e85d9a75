import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { bundle } from '../support/bundle.ts';
import type { Command } from '../support/measure.ts';

/** The newest version that runs on the oldest supported Node. */
export const fluentClient = 'kubernetes-fluent-client@3.11.6';

/** The program that watches as Pepr does, bundled with its dependencies, which are installed below this folder. */
export async function peprWatch(config: string, folder: string): Promise<(objects: number) => Command> {
  const project = join(folder, 'pepr');
  await mkdir(project);
  await writeFile(join(project, 'package.json'), '{ "name": "pepr-watch", "private": true }\n');
  const args = ['install', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund', fluentClient];
  await execa('npm', args, { cwd: project });
  const program = await bundle(
    fileURLToPath(new URL('pepr-watch.ts', import.meta.url)),
    join(project, 'pepr-watch.mjs'),
    join(project, 'node_modules'),
  );
  return (objects) => ({
    program: process.execPath,
    args: [program, `--objects=${objects}`],
    env: { KUBECONFIG: config },
  });
}
