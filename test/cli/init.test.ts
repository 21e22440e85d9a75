import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { readFolder, temporaryFolder, writeFolder } from '../support/folder.ts';
import { readProject } from '../../src/project/project-file.ts';
import { runCli } from '../support/run-cli.ts';

const init = 'init --domain example.com --project-name orchard --no-install --no-git'.split(' ');

async function made(...flags: string[]): Promise<Record<string, string>> {
  const folder = temporaryFolder();
  expect(await runCli(folder, [...init, ...flags])).toMatchObject({ exitCode: 0, stderr: '' });
  return readFolder(folder);
}

test('prints a cd command that quotes a folder with a space', async () => {
  const args = ['init', "Pomona's orchard", '--domain', 'example.com', '--no-install', '--no-git'];
  const { stdout } = await runCli(temporaryFolder(), args);
  expect(stdout).toContain("\n  cd 'Pomona'\\''s orchard'\n");
});

test.each([
  ['a file', 'orchard', '--dry-run'],
  ['a file', 'orchard', '--force'],
  ['a path below a file', 'orchard/trees', '--no-install'],
])('rejects %s as the folder of the project: %s %s', async (_, path, flag) => {
  const folder = temporaryFolder();
  writeFolder(folder, { orchard: 'a file' });
  const { exitCode, stderr } = await runCli(folder, ['init', path, '--domain', 'example.com', flag]);
  expect(stderr).toContain('OPG4001 orchard is a file');
  expect(exitCode).toBe(1);
  expect(readFolder(folder)).toEqual({ orchard: 'a file' });
});

describe('the licence', () => {
  test.each([
    ['apache2', '', '// SPDX-License-Identifier: Apache-2.0\n', 'Apache-2.0'],
    ['apache2', 'Pomona', '// Copyright 2026 Pomona\n// SPDX-License-Identifier: Apache-2.0\n', 'Apache-2.0'],
    ['mit', 'Pomona', '// Copyright 2026 Pomona\n// SPDX-License-Identifier: MIT\n', 'MIT'],
    ['copyright', 'Pomona', '// Copyright 2026 Pomona\n', 'UNLICENSED'],
  ])(
    '%s of %j is the header of every source file, including those of create api',
    async (license, owner, header, identifier) => {
      const folder = temporaryFolder();
      await runCli(folder, [...init, '--license', license, ...(owner === '' ? [] : ['--owner', owner])]);
      await runCli(folder, 'create api --group fruit --version v1 --kind Tree'.split(' '));
      const files = readFolder(folder);
      const sources = Object.entries(files).filter(([path]) => path.endsWith('.ts'));
      expect(sources.length).toBeGreaterThan(5);
      for (const [path, text] of sources) expect(text.slice(0, header.length + 1), path).toBe(`${header}\n`);
      expect(files['hack/boilerplate.ts.txt']).toBe(header);
      expect(files['package.json']).toContain(`"license": "${identifier}"`);
    },
  );

  test('none adds no header', async () => {
    const files = await made('--license', 'none', '--owner', 'Pomona');
    expect(files).not.toHaveProperty('LICENSE');
    expect(files).not.toHaveProperty(['hack/boilerplate.ts.txt']);
    expect(files['src/main.ts']).toMatch(/^import/);
  });

  test('copyright requires an owner and prints the complete command', async () => {
    const { exitCode, stderr } = await runCli(temporaryFolder(), [...init, '--license', 'copyright']);
    expect(stderr).toContain('opgen init --domain example.com --license copyright --owner "Example Inc"');
    expect(exitCode).toBe(1);
  });

  test.each([
    ['a comment stays unchanged', '/*\nCopyright YEAR Pomona\n*/\n', '/*\nCopyright 2026 Pomona\n*/\n'],
    [
      'line comments stay unchanged',
      '// YEAR Pomona\n//\n// Pick with care.',
      '// 2026 Pomona\n//\n// Pick with care.\n',
    ],
    [
      'text becomes a comment',
      'Copyright YEAR Pomona\n\nMYEARS\n',
      '// Copyright 2026 Pomona\n//\n// MYEARS\n',
    ],
  ])('a file: %s', async (_, text, header) => {
    const folder = temporaryFolder();
    writeFolder(folder, { 'header.txt': text });
    expect((await runCli(folder, [...init, '--license-file', 'header.txt'])).exitCode).toBe(0);
    const files = readFolder(folder);
    expect(files['src/main.ts']?.startsWith(`${header}\nimport`)).toBe(true);
    expect(files).not.toHaveProperty('LICENSE');
  });

  test('rejects a folder as file', async () => {
    const folder = temporaryFolder();
    const { exitCode, stderr } = await runCli(folder, [...init, '--license-file', '.']);
    expect(stderr).toContain('OPG3107 . is a directory, not a file');
    expect(exitCode).toBe(1);
  });

  test.each([
    ['an unclosed comment', '/* Pomona\n', 'end it with */'],
    ['code after a comment', '/* Pomona */ process.exit();\n', 'remove everything after */'],
    ['a comment that is closed twice', '/* a */ b */\n', 'remove everything after */'],
    ['no file', undefined, 'relative to this folder'],
  ])('rejects a file with %s and writes nothing', async (_, text, hint) => {
    const folder = temporaryFolder();
    if (text !== undefined) writeFolder(folder, { 'header.txt': text });
    const before = readFolder(folder);
    const { exitCode, stderr } = await runCli(folder, [...init, '--license-file', 'header.txt']);
    expect(stderr).toContain('OPG3107');
    expect(stderr).toContain(hint);
    expect(exitCode).toBe(1);
    expect(readFolder(folder)).toEqual(before);
  });
});

describe.each([
  ['npm', 'npx opgen', 'npm ci', 'package-lock.json', 'overrides'],
  ['pnpm', 'pnpm exec opgen', 'pnpm install --frozen-lockfile', 'pnpm-lock.yaml', 'engines'],
  ['yarn', 'yarn opgen', 'yarn install --immutable', 'yarn.lock', 'resolutions'],
])('--package-manager %s', (name, opgen, cleanInstall, lockFile, key) => {
  test('is used in every file', async () => {
    const files = await made('--package-manager', name);
    expect(files['Makefile']).toContain(`\t${opgen} manifests\n`);
    expect(files['AGENTS.md']).toContain(`${opgen} manifests`);
    expect(files['README.md']).toContain(`${opgen} create api`);
    expect(files['Dockerfile']).toContain(`${cleanInstall}\n`);
    expect(files['Dockerfile']).toContain(`COPY package.json ${lockFile}`);
    expect(files['.dockerignore']).toContain(`!${lockFile}\n`);
    expect(files['.prettierignore']).toContain(`${lockFile}\n`);
    expect(files['.github/workflows/test.yml']).toContain(`- run: ${cleanInstall}\n`);
    expect(JSON.parse(files['package.json'] ?? '')).toHaveProperty(key);
    const others = ['npx', 'pnpm', 'yarn'].filter((word) => !`${opgen} ${cleanInstall}`.includes(word));
    for (const [path, text] of Object.entries(files))
      for (const word of others) expect(text.match(new RegExp(`\\b${word}\\b`)), path).toBeNull();
  });

  test('is used in the next steps', async () => {
    const { stdout } = await runCli(temporaryFolder(), [...init, '--package-manager', name]);
    expect(stdout).toContain(`  ${name} install\n  ${opgen} create api`);
  });
});

test.each([
  ['--package-manager yarn', 'package-manager'],
  ['--license mit --namespaced', 'license and namespaced'],
])('does not change an existing project with %s', async (flags, names) => {
  const folder = temporaryFolder();
  await runCli(folder, [...init, '--owner', 'Pomona']);
  const before = readFolder(folder);
  const { exitCode, stderr } = await runCli(folder, [...init, ...flags.split(' ')]);
  expect(stderr).toContain(`with a different ${names}\n  hint: change the project with opgen edit`);
  expect(exitCode).toBe(1);
  expect(readFolder(folder)).toEqual(before);
});

test('restores missing files with the settings of the project', async () => {
  const folder = temporaryFolder();
  await runCli(folder, [...init, '--package-manager', 'yarn', '--license', 'mit', '--owner', 'Pomona']);
  const before = readFolder(folder);
  for (const path of ['Makefile', 'LICENSE', 'src/main.ts']) rmSync(join(folder, path));
  expect((await runCli(folder, init)).exitCode).toBe(0);
  expect(readFolder(folder)).toEqual(before);
});

test('reports a folder in place of a file before it writes anything', async () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'Makefile'));
  const { exitCode, stderr } = await runCli(folder, init);
  expect(stderr).toContain('OPG3103');
  expect(exitCode).toBe(1);
  expect(readFolder(folder)).toEqual({});
});

test('the same command completes an interrupted installation of packages', async () => {
  const [folder, bin] = [temporaryFolder(), temporaryFolder()];
  const npm = join(bin, 'npm');
  writeFolder(bin, {
    npm: '#!/bin/sh\nmkdir -p node_modules && echo {} > node_modules/.package-lock.json\n',
  });
  chmodSync(npm, 0o755);
  vi.stubEnv('PATH', `${bin}${delimiter}${process.env['PATH']}`);
  const again = init.filter((flag) => flag !== '--no-install');
  await runCli(folder, init);
  mkdirSync(join(folder, 'node_modules'));
  await runCli(folder, again);
  expect(existsSync(join(folder, 'node_modules/.package-lock.json'))).toBe(true);
  expect((await runCli(folder, again)).stdout).toContain('nothing to do');
  vi.unstubAllEnvs();
});

test('adds to the package.json of npm install, and changes nothing when it runs again', async () => {
  const folder = temporaryFolder();
  writeFolder(folder, { 'package.json': '{\n  "devDependencies": {\n    "opgen": "^0.1.0"\n  }\n}\n' });
  const { exitCode, stdout } = await runCli(folder, init);
  expect(stdout).toContain('update  package.json\n');
  expect(exitCode).toBe(0);
  const before = readFolder(folder);
  expect(JSON.parse(before['package.json'] ?? '')).toEqual(JSON.parse((await made())['package.json'] ?? ''));
  expect((await runCli(folder, init)).stdout).toContain('nothing to do');
  expect(readFolder(folder)).toEqual(before);
});

test('reports values of package.json that the project cannot work with, together with other conflicts', async () => {
  const folder = temporaryFolder();
  writeFolder(folder, { 'package.json': '{ "type": "commonjs" }', Makefile: 'all:\n' });
  const { exitCode, stderr } = await runCli(folder, init);
  expect(stderr).toContain('OPG3101 package.json already has a different "type": "commonjs"');
  expect(stderr).toContain('OPG3101 Makefile already exists');
  expect(exitCode).toBe(1);
});

test('warns about a workspace, a repository and a project above the new one, and says what to do', async () => {
  const folder = temporaryFolder();
  writeFolder(folder, {
    'package.json': '{ "workspaces": ["packages/*"] }',
    '.git/HEAD': 'ref: refs/heads/main\n',
    PROJECT: '',
  });
  const args = ['init', 'packages/operator', '--domain', 'example.com', '--no-install', '--dry-run'];
  const { exitCode, stderr } = await runCli(folder, args);
  expect(stderr).toContain('warning OPG3112 the new project is inside the project in ../..\n');
  expect(stderr).toContain('add "!packages/operator" to "workspaces" in ../../package.json');
  expect(stderr).toContain('move .github/workflows to ../../.github/workflows');
  expect(stderr).toContain('working-directory: packages/operator');
  expect(exitCode).toBe(0);
});

test.each([
  ['pnpm', { 'pnpm-workspace.yaml': 'packages: [operators/*]\n' }, '"packages" in ../../pnpm-workspace.yaml'],
  [
    'yarn',
    { 'package.json': '{ "packageManager": "yarn@4.18.1", "workspaces": ["operators/*"] }' },
    '"workspaces" in ../../package.json',
  ],
])(
  'a member of a %s workspace uses its package manager, and stays independent',
  async (manager, files, list) => {
    const folder = temporaryFolder();
    writeFolder(folder, files);
    const args = ['init', 'operators/cache', '--domain', 'example.com', '--no-install', '--no-git'];
    const { exitCode, stderr } = await runCli(folder, args);
    expect(stderr).toContain(`make and ${manager} install in the project use its own files`);
    expect(stderr).toContain(`add "!operators/cache" to ${list}`);
    expect(exitCode).toBe(0);
    const project = join(folder, 'operators/cache');
    expect(readProject(project).packageManager).toBe(manager);
    expect(readFileSync(join(project, 'Makefile'), 'utf8')).toContain(`${manager} install`);
  },
);

test('init again installs with the package manager of the project', async () => {
  const [folder, bin] = [temporaryFolder(), temporaryFolder()];
  const withPnpm = ['init', '--domain', 'example.com', '--no-git', '--package-manager', 'pnpm'];
  await runCli(folder, [...withPnpm, '--no-install']);
  writeFolder(bin, { pnpm: '#!/bin/sh\necho 12.0.0\n' });
  chmodSync(join(bin, 'pnpm'), 0o755);
  vi.stubEnv('PATH', `${bin}${delimiter}${process.env['PATH']}`);
  const { stderr } = await runCli(folder, withPnpm.slice(0, -2));
  vi.unstubAllEnvs();
  expect(stderr).toContain('pnpm install');
});

test('lists the files before it installs packages', async () => {
  const [folder, bin] = [temporaryFolder(), temporaryFolder()];
  writeFolder(bin, { npm: '#!/bin/sh\nexit 1\n' });
  chmodSync(join(bin, 'npm'), 0o755);
  vi.stubEnv('PATH', `${bin}${delimiter}${process.env['PATH']}`);
  let printed = '';
  const output = { write: (text: string) => (printed += text) };
  const args = init.filter((flag) => flag !== '--no-install');
  await runCli(folder, args, { stdout: output, stderr: output });
  vi.unstubAllEnvs();
  const parts = [
    'create  package.json\n',
    'npm install …\n',
    'Next:\n  npm install\n',
    'OPG4005 npm install failed',
  ];
  const places = parts.map((part) => printed.indexOf(part));
  expect(places).not.toContain(-1);
  expect(places).toEqual(places.toSorted((a, b) => a - b));
});

test('--force creates a project over parts of one', async () => {
  const folder = temporaryFolder();
  writeFolder(folder, { Makefile: 'all:\n' });
  expect((await runCli(folder, [...init, '--force'])).exitCode).toBe(0);
  expect(readFolder(folder)['Makefile']).toContain('manifests:');
});

test.each(['init', 'create api', 'edit'])(
  '%s names the replacements of kubebuilder flags',
  async (command) => {
    for (const habit of [
      '--repo=x',
      '--plugins=go/v4',
      '--project-version=3',
      '--multigroup',
      '--fetch-deps=false',
    ]) {
      const { exitCode, stderr } = await runCli(temporaryFolder(), [...command.split(' '), habit]);
      expect(stderr).toMatch(/^error OPG4003 .*\n {2}hint: .+\n$/);
      expect(exitCode).toBe(1);
    }
  },
);

test.each([
  ['--package-name', 'My Operator', '--package-name my-operator'],
  ['--package-name', 'x","scripts":{"install":"id"},"y":"', '--package-name x-scripts-install-id-y'],
  ['--package-name', '@pomona/../x', '--package-name pomona-..-x'],
  ['--owner', "Pomona\nimport 'evil';", `--owner "Pomona import 'evil';"`],
  ['--owner', 'Pomona\u2028x', '--owner "Pomona x"'],
])('rejects %s %j', async (flag, value, hint) => {
  const folder = temporaryFolder();
  const { exitCode, stderr } = await runCli(folder, [...init, flag, value]);
  expect(stderr).toContain('OPG3109');
  expect(stderr).toContain(hint);
  expect(exitCode).toBe(1);
  expect(readFolder(folder)).toEqual({});
});

test.each([
  [47, 0],
  [48, 1],
])('a project name of %i characters ends with exit code %i', async (length, exitCode) => {
  const name = 'a'.repeat(length);
  const run = await runCli(temporaryFolder(), [...init, '--project-name', name]);
  expect(run.exitCode).toBe(exitCode);
  if (exitCode === 1)
    expect(run.stderr).toMatch(/OPG3008 .* but the Service <name>-webhook-service allows at most 47/);
});

test.each([
  ['Example.com', 'OPG3004'],
  ['example_com', 'OPG3004'],
  ['k8s.io', 'OPG3010'],
  ['../../etc', 'OPG3004'],
  ['{{project.name}}', 'OPG3004'],
  ['a'.repeat(254), 'OPG3004'],
])('rejects the domain %s immediately', async (domain, code) => {
  const folder = temporaryFolder();
  const { exitCode, stderr } = await runCli(folder, [
    'init',
    '--project-name',
    'orchard',
    '--domain',
    domain,
  ]);
  expect(stderr).toContain(code);
  expect(exitCode).toBe(1);
  expect(readFolder(folder)).toEqual({});
});

test('the repository of a new project begins with the branch main, which the workflows run on', async () => {
  const folder = temporaryFolder();
  await runCli(folder, ['init', '--domain', 'example.com', '--project-name', 'orchard', '--no-install']);
  expect(readFileSync(join(folder, '.git/HEAD'), 'utf8')).toBe('ref: refs/heads/main\n');
});

test.each([
  'init --domain example.com --project-name orchard --no-install --no-git',
  'create api --group fruit --version v1 --kind Tree --dry-run',
  'create webhook --group fruit --version v1 --kind Tree --defaulting --dry-run',
  'delete api --group fruit --version v1 --kind Tree --dry-run',
  'edit --license mit --dry-run',
  'manifests',
  'manifests --check',
  'manifests --stdout',
  'crd explain tree',
  'crd diff config/crd/bases',
  'crd schema --dry-run',
  'crd import config/crd/bases --dry-run',
])('a project of a newer opgen is named by: %s', async (line) => {
  const folder = temporaryFolder();
  await runCli(folder, init);
  await runCli(folder, 'create api --group fruit --version v1 --kind Tree'.split(' '));
  await runCli(folder, ['manifests']);
  const project = readFileSync(join(folder, 'PROJECT'), 'utf8');
  expect(await runCli(folder, line.split(' '))).not.toMatchObject({
    stderr: expect.stringContaining('OPG4013') as string,
  });
  writeFolder(folder, { PROJECT: project.replace(/^cliVersion: .*/m, 'cliVersion: 99.0.0') });
  // The second run of `manifests` has nothing to do, and repeats the warning.
  for (const args of [line.split(' '), line.split(' ')]) {
    const { stderr } = await runCli(folder, args);
    expect(stderr.split('OPG4013')).toHaveLength(2);
    expect(stderr).toContain('opgen 99.0.0 created this project, which is newer than this opgen');
  }
});
