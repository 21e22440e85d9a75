/**
 * The example is the tutorial, finished: what the commands make, with the files that the tutorial has its reader
 * edit. `npm run golden` brings everything else into step.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { edited } from '../path/walk.ts';
import { readFolder, temporaryFolder, writeFolder } from '../support/folder.ts';
import { runCli } from '../support/run-cli.ts';

const example = fileURLToPath(new URL('../../examples/demo-application', import.meta.url));

const commands = [
  'init --domain paas.example.com --project-name demo-application --no-install --no-git',
  'create api --group demo --version v1alpha1 --kind DemoApplication --resource --controller',
  'manifests',
];

async function opgen(folder: string, command: string): Promise<void> {
  const { exitCode, stderr } = await runCli(folder, command.split(' '));
  expect(stderr, command).toBe('');
  expect(exitCode, command).toBe(0);
}

test('the example is what the commands make, with the edits of the tutorial', async () => {
  const folder = temporaryFolder();
  for (const command of commands) {
    if (command === 'manifests') writeFolder(folder, filesOf(example, edited));
    await opgen(folder, command);
  }
  const made = readFolder(folder);
  made['package.json'] = inThisWorkspace(made['package.json'] ?? '');

  if (process.env['UPDATE_GOLDEN'] === '1') writeFolder(example, made);
  expect(withoutBuild(readFolder(example))).toEqual(made);
});

function filesOf(folder: string, paths: readonly string[]): Record<string, string> {
  return Object.fromEntries(paths.map((path) => [path, readFileSync(join(folder, path), 'utf8')]));
}

/** The command line is the root of this workspace, which its members cannot depend on. */
function inThisWorkspace(manifest: string): string {
  const {
    overrides: _,
    devDependencies,
    ...rest
  } = JSON.parse(manifest) as { devDependencies: Record<string, string>; overrides?: object };
  const { opgen: __, ...others } = devDependencies;
  return `${JSON.stringify({ ...rest, devDependencies: others }, undefined, 2)}\n`;
}

function withoutBuild(files: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(files).filter(([path]) => !path.startsWith('dist/')));
}
