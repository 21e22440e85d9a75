/** Names that attack: each is a clear error, or is harmless where it ends up. Nothing is written outside, or at all. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { assert, asyncProperty, constantFrom, oneof, string } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readFolder, temporaryFolder } from '../support/folder.ts';
import { writeGolden } from '../support/golden.ts';
import { runCli } from '../support/run-cli.ts';

const hostile: Readonly<Record<string, string>> = {
  'a path upwards': '../../outside',
  'a path from the root': '/tmp/outside',
  'a path of Windows': '..\\..\\outside',
  'a line of YAML': 'tree\nevil: true',
  'a mapping of YAML': 'tree: {evil: true}',
  'a tag of YAML': '!!js/function',
  'a comment of YAML': 'tree #',
  'an expression of the template': '{{project.name}}',
  'a helper of the template': '{{#if evil}}x{{/if}}',
  'an end of a string': "tree'; process.exit(1); //",
  'an end of a template string': '`${process.exit(1)}`',
  'a command of the shell': '$(touch evil)',
  'an end of a command': 'tree; touch evil',
  'a marker of ours': '// +scaffold:imports',
  'a NUL': 'tree\0',
  'an escape of the terminal': '\u001B[2J',
  'letters that only look Latin': 'trее',
  'a letter that changes the direction': '\u202Etree',
  'an emoji': '🌳',
  'a combining accent': 'e\u0301',
  '254 characters': 'a'.repeat(254),
  nothing: '',
  'a blank': ' ',
  'a property of every object': '__proto__',
};

const api = ['create', 'api', '--group', 'fruit', '--version', 'v1', '--kind', 'Pear'];
const deployed = [...api, '--image', 'pear:1'];
const external = ['create', 'api', '--group', 'pki', '--version', 'v1', '--kind', 'Certificate'];
const hook = ['create', 'webhook', '--group', 'fruit', '--version', 'v1', '--kind', 'Tree'];
const init = ['init', '--domain', 'example.com', '--project-name', 'orchard', '--no-install', '--no-git'];

/** Each flag that takes a name, at the end of a command that is right but for it. */
const flags: Readonly<Record<string, readonly string[]>> = {
  'init --domain': ['init', '--project-name', 'orchard', '--no-install', '--no-git', '--domain'],
  'init --project-name': [...init, '--project-name'],
  'init --package-name': [...init, '--package-name'],
  'create api --group': [...api, '--group'],
  'create api --version': [...api, '--version'],
  'create api --kind': [...api, '--kind'],
  'create api --plural': [...api, '--plural'],
  'create api --singular': [...api, '--singular'],
  'create api --short-name': [...api, '--short-name'],
  'create api --category': [...api, '--category'],
  'create api --controller-name': [...api, '--controller-name'],
  'create api --image': [...api, '--image'],
  'create api --container-port': [...deployed, '--container-port'],
  'create api --run-as-user': [...deployed, '--run-as-user'],
  'create api --external-api-domain': [
    ...external,
    '--external-api-module',
    '@pki/kinds',
    '--external-api-domain',
  ],
  'create api --external-api-module': [
    ...external,
    '--external-api-domain',
    'example.org',
    '--external-api-module',
  ],
  'create webhook --group': [...hook, '--defaulting', '--group'],
  'create webhook --version': [...hook, '--defaulting', '--version'],
  'create webhook --kind': [...hook, '--defaulting', '--kind'],
  'create webhook --defaulting-path': [...hook, '--defaulting', '--defaulting-path'],
  'create webhook --validation-path': [...hook, '--validation', '--validation-path'],
  'create webhook --spoke': [...hook, '--conversion', '--spoke'],
  'delete api --group': ['delete', 'api', '--version', 'v1', '--kind', 'Tree', '--group'],
  'delete api --version': ['delete', 'api', '--group', 'fruit', '--kind', 'Tree', '--version'],
  'delete api --kind': ['delete', 'api', '--group', 'fruit', '--version', 'v1', '--kind'],
  'delete webhook --kind': ['delete', 'webhook', '--group', 'fruit', '--version', 'v1', '--kind'],
};

/** What is harmless there: a flag that is empty is as if it were not there, and some values may be of any length. */
const harmless = new Set([
  'create api --group=nothing',
  'create api --external-api-domain=nothing',
  'create webhook --group=nothing',
  'delete api --group=nothing',
  'create api --image=254 characters',
  'create webhook --defaulting-path=a path from the root',
  'create webhook --validation-path=a path from the root',
]);

interface Attack {
  exitCode: number;
  stderr: string;
  written: string[];
}

/** Runs the command in a folder that has another around it, where nothing may turn up. */
async function attack(args: readonly string[], name: string): Promise<Attack> {
  const around = temporaryFolder();
  const folder = join(around, 'a/b/orchard');
  mkdirSync(folder, { recursive: true });
  if (args[0] !== 'init') writeGolden('two-versions', folder);
  const before = readFolder(around);
  const { exitCode, stderr } = await runCli(folder, [...args.slice(0, -1), `${args.at(-1)}=${name}`]);
  const after = readFolder(around);
  const written = Object.keys(after).filter((path) => after[path] !== before[path]);
  return { exitCode, stderr, written };
}

describe.each(Object.entries(flags))('opgen %s', (flag, args) => {
  test.each(Object.entries(hostile).filter(([name]) => !harmless.has(`${flag}=${name}`)))(
    'refuses %s in words that can be read, and writes nothing',
    async (_, name) => {
      const { exitCode, stderr, written } = await attack(args, name);
      expect(written).toEqual([]);
      expect(stderr).toMatch(/^error OPG[34](?!900)/m);
      expect(stderr).toMatch(/^[\P{C}\n]*$/u);
      expect(exitCode).toBe(1);
    },
  );
});

test('whatever is typed, nothing is written beside the project, and no command fails by itself', async () => {
  const parts = oneof(string({ unit: 'binary', maxLength: 12 }), constantFrom(...Object.values(hostile)));
  await assert(
    asyncProperty(constantFrom(...Object.values(flags)), parts, parts, async (args, one, other) => {
      const { exitCode, stderr, written } = await attack(args, one + other);
      expect([0, 1], stderr).toContain(exitCode);
      expect(written.filter((path) => !path.startsWith('a/b/orchard/'))).toEqual([]);
    }),
    { numRuns: 40 },
  );
}, 60_000);
