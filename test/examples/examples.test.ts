/**
 * An example is what its commands create, and the files that were edited by hand. `npm run golden` regenerates
 * everything else.
 */
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readFolder, temporaryFolder, writeFolder } from '../support/folder.ts';
import { runCli } from '../support/run-cli.ts';
import { exampleFolder, examples } from './examples.ts';

async function opgen(folder: string, command: string): Promise<void> {
  const { exitCode, stderr } = await runCli(folder, command.split(' '));
  expect(stderr, command).toBe('');
  expect(exitCode, command).toBe(0);
}

test.each(examples)(
  '$name is what the commands create, with its edits',
  async ({ commands, edited, name }) => {
    const example = exampleFolder(name);
    const folder = temporaryFolder();
    for (const command of commands) await opgen(folder, command);
    writeFolder(folder, filesOf(example, edited));
    await opgen(folder, 'manifests');
    const made = readFolder(folder);
    made['package.json'] = inThisWorkspace(made['package.json'] ?? '');

    if (process.env['UPDATE_GOLDEN'] === '1') {
      const obsolete = Object.keys(withoutBuild(readFolder(example))).filter(
        (path) => made[path] === undefined,
      );
      for (const path of obsolete) rmSync(join(example, path));
      writeFolder(example, made);
    }
    expect(withoutBuild(readFolder(example))).toEqual(made);
  },
);

test('every folder of examples is in the table', () => {
  const folders = readdirSync(exampleFolder('.'), { withFileTypes: true }).filter((entry) =>
    entry.isDirectory(),
  );
  expect(examples.map(({ name }) => name)).toEqual(folders.map(({ name }) => name).toSorted());
});

test.each(examples.filter(({ edited }) => edited.includes('README.md')))(
  'the README of $name shows the commands',
  ({ commands, name }) => {
    const readme = readFileSync(join(exampleFolder(name), 'README.md'), 'utf8').replaceAll(/ \\\n\s*/g, ' ');
    // Without what only keeps the test offline.
    for (const command of commands)
      expect(readme).toContain(`npx opgen ${command.replace(' --no-install --no-git', '')}\n`);
  },
);

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
