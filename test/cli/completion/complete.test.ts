import { describe, expect, test } from 'vitest';
import { temporaryFolder, writeFolder } from '../../support/folder.ts';
import { goldenProject } from '../../support/golden.ts';
import { runCli } from '../../support/run-cli.ts';

/** The candidates for the last of these words. */
async function completed(folder: string, ...words: string[]): Promise<string[]> {
  const { exitCode, stderr, stdout } = await runCli(folder, ['__complete', '--', ...words]);
  expect([exitCode, stderr]).toEqual([0, '']);
  return stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => line.split('\t')[0] ?? '');
}

describe('completes a line', () => {
  test.each<[string, string[], string[]]>([
    ['with a command', ['cr'], ['create', 'crd']],
    ['with a subcommand', ['delete', ''], ['api', 'webhook']],
    ['with a command to get help for', ['help', 'ed'], ['edit']],
    ['with an option', ['create', 'api', '--control'], ['--controller', '--controller-name']],
    ['with an option that is not used yet', ['edit', '--license', 'mit', '--lic'], ['--license-file']],
    [
      'with an option that may be repeated',
      ['delete', 'api', '--version', 'v1', '--ver'],
      ['--version', '--verbose'],
    ],
    ['with a choice', ['init', '--license', 'm'], ['mit']],
    ['with a choice in the same word', ['init', '--license=m'], ['--license=mit']],
    ['with a choice, split at the equals sign as in bash', ['init', '--license', '=', 'm'], ['mit']],
    [
      'with a choice right after the equals sign',
      ['init', '--package-manager', '='],
      ['npm', 'pnpm', 'yarn'],
    ],
    ['with yes or no', ['create', 'api', '--resource', ''], ['true', 'false']],
    ['with a shell', ['completion', ''], ['bash', 'zsh', 'fish', 'powershell']],
    ['with a marker', ['markers', 'validation:Minim'], ['validation:Minimum']],
    ['with files', ['edit', '--license-file', ''], [':files']],
    ['with folders', ['init', ''], [':folders']],
    ['with nothing after an option with a free value', ['init', '--domain', ''], []],
    ['with nothing for an unknown command', ['destroy', '--al'], []],
    ['whatever flags it has', ['edit', '--json', '--quiet', '--own'], ['--owner']],
  ])('%s: %j', async (_, words, candidates) => {
    expect(await completed(temporaryFolder(), ...words)).toEqual(candidates);
  });

  test('with every code and its description', async () => {
    const { stdout } = await runCli(temporaryFolder(), ['__complete', '--', 'explain', 'OPG3004']);
    expect(stdout).toMatch(/^OPG3004\t\S+/);
  });
});

describe('completes a line in a project', () => {
  test.each<[string, string, string[], string[]]>([
    ['with its groups', 'several-groups', ['delete', 'api', '--group', ''], ['fruit', 'paper', 'tools.shed']],
    ['with a kind to explain', 'several-groups', ['crd', 'explain', 'http'], ['httpladder']],
    ['with its kinds', 'several-groups', ['create', 'webhook', '--kind', ''], ['Tree', 'HTTPLadder']],
    [
      'with the kinds of the given group',
      'several-groups',
      ['create', 'webhook', '--group', 'paper', '--kind', ''],
      ['Tree'],
    ],
    [
      'with the versions of the given kind',
      'several-groups',
      ['delete', 'api', '--kind=HTTPLadder', '--version', ''],
      ['v1'],
    ],
    [
      'with versions to convert, without the hub',
      'conversion',
      ['create', 'webhook', '--kind', 'Memcached', '--version', 'v1', '--spoke', ''],
      ['v1alpha1', 'v1beta1'],
    ],
    [
      'with the controllers of the kind',
      'several-controllers',
      ['delete', 'api', '--group', 'fruit', '--kind', 'Tree', '--controller-name', ''],
      ['tree', 'pruner'],
    ],
  ])('%s', async (_, scenario, words, candidates) => {
    expect(await completed(goldenProject(scenario), ...words)).toEqual(candidates);
  });

  test('even if PROJECT cannot be read, without an error', async () => {
    const folder = temporaryFolder();
    writeFolder(folder, { PROJECT: 'layout: [\n' });
    expect(await completed(folder, 'delete', 'api', '--kind', '')).toEqual([]);
  });
});
