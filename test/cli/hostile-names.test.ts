/** Hostile names: each causes a clear error or is harmless. No command writes outside its project. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { assert, asyncProperty, constantFrom, oneof, string } from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { readFolder } from '../support/folder.ts';
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

/** Each flag that takes a name, at the end of an otherwise valid command. */
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

/** Valid combinations: an empty flag equals no flag, and some values may have any length or be a path. */
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

interface Target {
  /** Contains the project three levels down, so that ../ paths stay inside it. */
  around: string;
  folder: string;
  before: Record<string, string>;
}

const root = mkdtempSync(join(tmpdir(), 'opgen-test-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** Clean folders: one for `init`, one with a project. */
const unchanged = new Map<boolean, Target>();

function targetFor(isInit: boolean): Target {
  const known = unchanged.get(isInit);
  if (known !== undefined) return known;
  const around = mkdtempSync(join(root, 'around-'));
  const folder = join(around, 'a/b/orchard');
  mkdirSync(folder, { recursive: true });
  if (!isInit) writeGolden('two-versions', folder);
  const target = { around, folder, before: readFolder(around) };
  unchanged.set(isInit, target);
  return target;
}

/** Runs the command in a folder and reports every file that it writes inside or outside the folder. */
async function attack(args: readonly string[], name: string): Promise<Attack> {
  const isInit = args[0] === 'init';
  const { around, before, folder } = targetFor(isInit);
  const { exitCode, stderr } = await runCli(folder, [...args.slice(0, -1), `${args.at(-1)}=${name}`]);
  const after = readFolder(around);
  const paths = Object.keys({ ...before, ...after });
  const written = paths.filter((path) => after[path] !== before[path]);
  if (written.length > 0) unchanged.delete(isInit);
  return { exitCode, stderr, written };
}

describe.each(Object.entries(flags))('opgen %s', (flag, args) => {
  test.each(Object.entries(hostile).filter(([name]) => !harmless.has(`${flag}=${name}`)))(
    'rejects %s with a readable error and writes nothing',
    async (_, name) => {
      const { exitCode, stderr, written } = await attack(args, name);
      expect(written).toEqual([]);
      expect(stderr).toMatch(/^error OPG[34](?!900)/m);
      expect(stderr).toMatch(/^[\P{C}\n]*$/u);
      expect(exitCode).toBe(1);
    },
  );
});

test('any input: no command writes outside the project or fails with an internal error', async () => {
  const parts = oneof(string({ unit: 'binary', maxLength: 12 }), constantFrom(...Object.values(hostile)));
  await assert(
    asyncProperty(constantFrom(...Object.values(flags)), parts, parts, async (args, one, other) => {
      const { exitCode, stderr, written } = await attack(args, one + other);
      expect([0, 1], stderr).toContain(exitCode);
      expect(written.filter((path) => !path.startsWith('a/b/orchard/'))).toEqual([]);
    }),
    { numRuns: 40 },
  );
});
