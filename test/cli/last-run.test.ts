import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { recallLastRun } from '../../src/cli/last-run.ts';
import { readFolder, temporaryFolder, writeFolder } from '../support/folder.ts';
import { projectFile } from '../support/project-file.ts';
import { type CliRun, runCli } from '../support/run-cli.ts';

/** Called whenever opgen reads the whole project. */
const generated = vi.hoisted(() => vi.fn());
vi.mock(import('../../src/manifests/generate.ts'), async (original) => {
  const { generateManifests } = await original();
  return {
    generateManifests: (options) => {
      generated();
      return generateManifests(options);
    },
  };
});

const path = 'src/api/cache/v1/memcached.ts';
const port = '// +validation:Minimum=1\nexport type Port = number;\n';
const files: Readonly<Record<string, string>> = {
  PROJECT: projectFile,
  'package.json': '{ "imports": { "#net/*": "./lib/*.ts" } }\n',
  'tsconfig.json': '{ "extends": "./tsconfig.base.json", "include": ["src"] }\n',
  'tsconfig.base.json': '{ "compilerOptions": { "paths": { "@shared/*": ["./shared/*"] } } }\n',
  'shared/port.ts': port,
  'lib/port.ts': port,
  'node_modules/ports/package.json': '{ "name": "ports", "types": "./index.d.ts" }\n',
  'node_modules/ports/index.d.ts': port,
  'config/default/kustomization.yaml': 'namespace: memcached-operator-system\n',
  'config/rbac/kustomization.yaml': 'resources:\n  - role.yaml\n',
  'hack/header.txt': 'Copyright Pomona\n',
  'src/main.ts': `// +rbac:groups=core,resources=secrets,verbs=get,namespace=vault
// +rbac:groups=core,resources=pods,verbs=*
export {};
`,
  [path]: `import { type CustomResource, defineKind, type Int32 } from '@opgen/runtime';
import type { Port } from 'ports';
import type { Port as Shared } from '@shared/port';
import type { Port as Net } from '#net/port';
import type { Port as Near } from './port.ts';

export interface MemcachedSpec {
  size: Int32;
  port: Port;
  shared: Shared;
  net: Net;
  near: Near;
}

export interface Memcached extends CustomResource<MemcachedSpec> {
  apiVersion: 'cache.example.com/v1';
  kind: 'Memcached';
}

export const Memcached = defineKind<Memcached>({
  apiVersion: 'cache.example.com/v1',
  kind: 'Memcached',
  plural: 'memcacheds',
  scope: 'Namespaced',
});
`,
  'src/api/cache/v1/port.ts': port,
};
const crd = 'config/crd/bases/cache.example.com_memcacheds.yaml';
const role = 'config/rbac/role.yaml';
const memory = 'node_modules/.cache/opgen/manifests.json';

function newProject(): string {
  const root = temporaryFolder();
  writeFolder(root, files);
  return root;
}

/** The result of a run, and whether it read the project. */
async function run(root: string, ...args: string[]): Promise<CliRun & { reads: boolean }> {
  generated.mockClear();
  const ended = await runCli(root, ['manifests', ...args]);
  return { ...ended, reads: generated.mock.calls.length > 0 };
}

/** The result of the shortcut that does not load the command, if it applies. */
function shortcut(cwd: string, ...args: string[]): CliRun | undefined {
  const ended: CliRun = { exitCode: 0, stdout: '', stderr: '' };
  const exitCode = recallLastRun(['manifests', ...args], {
    cwd,
    env: {},
    stdout: { write: (text) => (ended.stdout += text) },
    stderr: { write: (text) => (ended.stderr += text) },
    now: () => new Date(),
  });
  return exitCode === undefined ? undefined : { ...ended, exitCode };
}

describe('a run without changes since the last one', () => {
  test('is skipped, with the same stdout, stderr and JSON', async () => {
    const root = newProject();
    await run(root);
    for (const args of [
      [],
      ['--check'],
      ['--diff'],
      ['--dry-run'],
      ['--json'],
      ['--check', '--json'],
      ['-q'],
    ]) {
      const { reads: whole, ...expected } = await run(root, ...args, '--no-cache');
      expect(whole).toBe(true);
      expect(expected.exitCode).toBe(0);
      expect(`${expected.stdout}${expected.stderr}`).toContain('OPG2202');
      expect(await run(root, ...args)).toEqual({ ...expected, reads: false });
      expect(shortcut(root, ...args)).toEqual(expected);
    }
  });

  test('takes the shortcut only with flags that the shortcut supports', async () => {
    const root = newProject();
    expect(shortcut(root)).toBeUndefined();
    await run(root);
    await run(root, '--only', 'crd');
    expect(shortcut(root)).toBeDefined();
    for (const args of [
      ['--only', 'crd'],
      ['--no-cache'],
      ['--verbose'],
      ['--stdout'],
      ['--watch'],
      ['--help'],
      ['x'],
    ])
      expect(shortcut(root, ...args)).toBeUndefined();
    expect(shortcut(temporaryFolder())).toBeUndefined();
    rmSync(join(root, role));
    expect(shortcut(root)).toBeUndefined();
  });

  test('is remembered for each set of flags, from any working directory', async () => {
    const root = newProject();
    const sets = [
      ['--only', 'crd'],
      ['--max-description-length', '0'],
      ['--kubernetes-version', '1.33'],
      ['--header-file', join(root, 'hack/header.txt')],
    ].map((args, index) => [...args, '--out', join(root, `build/${index}`)]);
    sets.push([]);
    for (const args of sets) expect(await run(root, ...args)).toMatchObject({ exitCode: 0, reads: true });
    for (const args of sets) expect(await run(join(root, 'src'), ...args)).toMatchObject({ reads: false });
    // One run overwrites the output of another.
    expect(await run(root, '--max-description-length', '0')).toMatchObject({ reads: true });
    expect(await run(root)).toMatchObject({ stdout: `update  ${crd}\n`, reads: true });
  });

  test('is not skipped with --stdout, --verbose or --no-cache', async () => {
    const root = newProject();
    await run(root);
    for (const flag of ['--stdout', '--verbose', '--no-cache'])
      expect(await run(root, flag)).toMatchObject({ exitCode: 0, reads: true });
  });

  test('is remembered by --check too, which writes nothing but the cache', async () => {
    const root = newProject();
    await run(root, '--no-cache');
    expect(existsSync(join(root, memory))).toBe(false);
    const before = readFolder(root);
    expect(await run(root, '--check')).toMatchObject({ exitCode: 0, reads: true });
    expect(await run(root, '--check')).toMatchObject({ exitCode: 0, reads: false });
    expect(readFolder(root)).toEqual(before);
  });

  test('is skipped if files were only touched, and records their new stamps', async () => {
    const root = newProject();
    await run(root);
    utimesSync(join(root, path), new Date(), new Date());
    expect(await run(root)).toMatchObject({ reads: false });
    const { ino } = statSync(join(root, path), { bigint: true });
    const remembered = async (): Promise<string> => {
      await run(root);
      return readFileSync(join(root, memory), 'utf8');
    };
    await expect.poll(remembered).toContain(` ${ino}#`);
    expect(await run(root)).toMatchObject({ reads: false });
  });
});

describe('the cache does not affect the result', () => {
  test.each<[string, (file: string) => void]>([
    ['is cut off', (file) => writeFileSync(file, readFileSync(file, 'utf8').slice(0, 200))],
    ['is empty', (file) => writeFileSync(file, '')],
    ['is other JSON', (file) => writeFileSync(file, '{"build":1}')],
    ['is null', (file) => writeFileSync(file, 'null')],
    [
      'comes from another build',
      (file) => writeFileSync(file, readFileSync(file, 'utf8').replace('"build":"v', '"build":"w')),
    ],
    [
      'is a folder',
      (file) => {
        rmSync(file);
        mkdirSync(file);
      },
    ],
    [
      'has a file in place of its folder',
      (file) => {
        rmSync(dirname(file), { recursive: true });
        writeFileSync(dirname(file), '');
      },
    ],
  ])('if it %s', async (_, spoil) => {
    const root = newProject();
    await run(root);
    spoil(join(root, memory));
    expect(await run(root)).toEqual({ ...(await run(root, '--no-cache')), reads: true });
  });

  test('without node_modules, which is not created for the cache', async () => {
    const root = newProject();
    rmSync(join(root, 'node_modules'), { recursive: true });
    writeFolder(root, { [path]: (files[path] ?? '').replace("'ports'", "'./port.ts'") });
    await run(root);
    expect(await run(root)).toMatchObject({ exitCode: 0, reads: true });
    expect(existsSync(join(root, 'node_modules'))).toBe(false);
  });

  test.skipIf(process.platform === 'win32' || process.getuid?.() === 0)(
    'if node_modules is read-only',
    async () => {
      const root = newProject();
      chmodSync(join(root, 'node_modules'), 0o555);
      await run(root);
      expect(await run(root)).toMatchObject({ exitCode: 0, stderr: expect.not.stringContaining('error') });
      chmodSync(join(root, 'node_modules'), 0o755);
    },
  );

  test('if a link leads its folder out of the project', async () => {
    const root = newProject();
    const elsewhere = temporaryFolder();
    symlinkSync(elsewhere, join(root, 'node_modules/.cache'));
    await run(root, '--check');
    expect(await run(root)).toMatchObject({ exitCode: 0, reads: true });
    expect(readdirSync(elsewhere)).toEqual([]);
  });

  test('if several runs write it at once', async () => {
    const root = newProject();
    await run(root, '--no-cache');
    const runs = await Promise.all([1, 2, 3].map(() => runCli(root, ['manifests'])));
    expect(shortcut(root)).toEqual(runs[0]);
    expect(readdirSync(dirname(join(root, memory)))).toEqual(['manifests.json']);
  });

  test('if the project is a modified copy of another one', async () => {
    const root = newProject();
    await run(root);
    const copy = join(temporaryFolder(), 'copy');
    cpSync(root, copy, { recursive: true });
    const text = readFileSync(join(copy, path), 'utf8');
    writeFileSync(join(copy, path), text.replace('size: Int32', 'wide: Int32'));
    expect(await run(copy)).toMatchObject({ stdout: `update  ${crd}\n` });
  });

  test('if a killed command left its transaction', async () => {
    const root = newProject();
    await run(root);
    const staged = join(root, '.opgen-transaction');
    writeFolder(staged, { journal: '', 'journal.json': `[{ "path": ${JSON.stringify(role)} }]` });
    expect(await run(root)).toMatchObject({ stdout: `create  ${role}\n`, reads: true });
  });
});

type Edit = (root: string) => void;

/** Edits the text of a file, if the file exists. */
function rewrite(file: string, change: (text: string) => string): Edit {
  return (root) => {
    if (statSync(join(root, file), { throwIfNoEntry: false })?.isFile() !== true) return;
    writeFileSync(join(root, file), change(readFileSync(join(root, file), 'utf8')));
  };
}

/** Restores a file with an old modification time, as tools do that unpack or restore files. */
function restore(file: string): Edit {
  return (root) => {
    writeFolder(root, { [file]: files[file] ?? '' });
    utimesSync(join(root, file), new Date('2026-01-01'), new Date('2026-01-01'));
  };
}

function rename(from: string, to: string): Edit {
  return (root) => {
    if (!existsSync(join(root, from))) return;
    // A rename cannot replace a folder that has files again.
    rmSync(join(root, to), { recursive: true, force: true });
    renameSync(join(root, from), join(root, to));
  };
}

const remove =
  (file: string): Edit =>
  (root) =>
    rmSync(join(root, file), { recursive: true, force: true });

const write =
  (file: string, text: string): Edit =>
  (root) =>
    writeFolder(root, { [file]: text });

const ports = [
  'lib/port.ts',
  'shared/port.ts',
  'src/api/cache/v1/port.ts',
  'node_modules/ports/index.d.ts',
] as const;

const edits: Readonly<Record<string, Edit>> = {
  ...Object.fromEntries(Object.keys(files).map((file) => [`restore ${file}`, restore(file)])),
  ...Object.fromEntries(
    ports.flatMap((file) => [
      [
        `change ${file}, not its size`,
        rewrite(file, (text) => text.replace(/=(\d)/, (_, n) => `=${9 - Number(n)}`)),
      ],
      [`empty ${file}`, write(file, 'export type Port = string;\n')],
      [`remove ${file}`, remove(file)],
    ]),
  ),
  'touch a source': (root) => {
    if (existsSync(join(root, path))) utimesSync(join(root, path), new Date(), new Date());
  },
  'rename a field, not the size of its file': rewrite(path, (text) =>
    text.includes('size:') ? text.replace('size:', 'wide:') : text.replace('wide:', 'size:'),
  ),
  'remove the kind': remove(path),
  'remove its folder': remove('src/api/cache'),
  'rename the folder': rename('src/api/cache', 'src/api/store'),
  'rename it back': rename('src/api/store', 'src/api/cache'),
  'rename a source': rename('src/main.ts', 'src/entry.ts'),
  'add a source': write(
    'src/more/roles.ts',
    '// +rbac:groups=apps,resources=deployments,verbs=get\nexport {};\n',
  ),
  'add what is no source': write('src/notes.md', 'Later.\n'),
  'make a mistake': write('src/wrong.ts', '// +rbac:groups=core,verbs=get\nexport {};\n'),
  'remove the broken file': remove('src/wrong.ts'),
  'add a file that an import meant for another could mean': write('src/api/cache/v1/port.d.ts', port),
  'move the paths': write(
    'tsconfig.base.json',
    '{ "compilerOptions": { "paths": { "@shared/*": ["./lib/*"] } } }\n',
  ),
  'extend nothing': write('tsconfig.json', '{ "include": ["src"] }\n'),
  'include less': rewrite('tsconfig.json', (text) => text.replace('["src"]', '["source"]')),
  'move the imports': write('package.json', '{ "imports": { "#net/*": "./shared/*.ts" } }\n'),
  'name the project otherwise': rewrite('PROJECT', (text) =>
    text.replace('memcached-operator', 'fastcache-operator'),
  ),
  'keep it to its namespace': rewrite('PROJECT', (text) =>
    text.includes('namespaced') ? text : `${text}namespaced: true\n`,
  ),
  'leave the role out of kustomize': write('config/rbac/kustomization.yaml', 'resources: []\n'),
  'remove a kustomization': remove('config/default/kustomization.yaml'),
  'change an output': rewrite(crd, (text) => `${text}# Mine.\n`),
  'change an output, not its size': rewrite(role, (text) => text.replace('secrets', 'Secrets')),
  'remove an output': remove(role),
  'take an output over': write(crd, 'kind: Mine\n'),
  'give it back': remove(crd),
  'end its lines as Windows does': rewrite(crd, (text) => text.replaceAll(/\r?\n/g, '\r\n')),
  'leave a stale file': write(
    'config/crd/bases/old.yaml',
    '# Generated by opgen manifests. Edit the markers in src/ instead.\n---\n',
  ),
  'add a file of the user': write('config/rbac/mine.yaml', 'kind: Role\n'),
  'put a folder in the place of the outputs': (root) => {
    remove(role)(root);
    mkdirSync(join(root, role), { recursive: true });
  },
  'take it away': remove(role),
  'choose another package': (root) => {
    write('node_modules/@types/ports/index.d.ts', 'export type Port = boolean;\n')(root);
    write('node_modules/@types/ports/package.json', '{ "types": "./index.d.ts" }\n')(root);
  },
  'install a package nearer': (root) => {
    write('src/node_modules/ports/index.d.ts', 'export type Port = boolean;\n')(root);
    write('src/node_modules/ports/package.json', '{ "types": "./index.d.ts" }\n')(root);
  },
  'change the header': rewrite('hack/header.txt', (text) =>
    text.includes('Pomona') ? 'Copyright Vertum\n' : 'Copyright Pomona\n',
  ),
};

test('after any edits a run ends like one without a cache', async () => {
  const step = fc.record({
    done: fc.array(fc.constantFrom(...Object.keys(edits)), { maxLength: 3 }),
    args: fc.constantFrom<string[][]>(
      [],
      [],
      [],
      ['--check'],
      ['--json'],
      ['--header-file', 'hack/header.txt'],
    ),
  });
  let spared = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 12 }), async (steps) => {
      const root = newProject();
      await run(root);
      for (const { args, done } of steps) {
        for (const name of done) edits[name]?.(root);
        const twin = twinOf(root);
        const { reads, ...ended } = await run(root, ...args);
        const { reads: _, ...expected } = await run(twin, ...args, '--no-cache');
        expect(ended).toEqual(expected);
        expect(readFolder(root)).toEqual(readFolder(twin));
        if (!reads) spared++;
      }
    }),
    { numRuns: 12 },
  );
  expect(spared).toBeGreaterThan(0);
});

/** A copy of the project in another folder. */
function twinOf(root: string): string {
  const twin = temporaryFolder();
  cpSync(root, twin, { recursive: true });
  return twin;
}
