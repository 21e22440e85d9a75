import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { JsonReport } from '../../src/cli/output/reporter.ts';
import { readFolder, temporaryFolder, writeFolder } from '../support/folder.ts';
import { runCli } from '../support/run-cli.ts';

const init = 'init --domain example.com --project-name orchard --no-install --no-git'.split(' ');
const createTree = 'create api --group fruit --version v1 --kind Tree'.split(' ');

async function newProject(): Promise<string> {
  const folder = temporaryFolder();
  expect(await runCli(folder, init)).toMatchObject({ exitCode: 0, stderr: '' });
  return folder;
}

describe('the command line', () => {
  test.each([
    ['an unknown command names the nearest', 'creat', 'OPG4001', 'create'],
    ['an unknown option names the nearest', 'init --domian example.com', 'OPG4001', '--domain'],
    ['a kubebuilder flag names its replacement', 'init --repo example.com/x', 'OPG4003', '--package-name'],
    ['an operator-sdk command names its replacement', 'run bundle x', 'OPG4001', 'make deploy IMG='],
    ['a kubebuilder command names its replacement', 'alpha generate', 'OPG4001', 'opgen edit'],
    ['a Helm plugin names the alternatives', 'init --plugins=helm', 'OPG4003', 'make build-installer'],
    ['its value may be the next word', 'init --plugins helm', 'OPG4003', 'create api --image'],
    ['a verb of other tools names its replacement', 'rename Tree Bush', 'OPG4001', 'opgen create api'],
    ['a habit of npm names its replacement', 'update', 'OPG4001', 'package.json'],
    ['a noun of other tools names its replacement', 'create controller', 'OPG4001', '--no-resource'],
    ['explain of a kind names crd explain', 'explain tree.spec', 'OPG4004', 'opgen crd explain tree.spec'],
    ['-v names the options that it may mean', '-v', 'OPG4003', '--version'],
    [
      'too many arguments are counted in one sentence',
      'manifests src',
      'OPG4001',
      "too many arguments for 'manifests': expected 0, got 1\n",
    ],
    ['a missing value prints the complete command', 'init', 'OPG4002', 'opgen init --domain example.com'],
    ['an invalid domain gets a suggestion', 'init --domain Example_Com', 'OPG3004', '--domain example-com'],
    [
      'a folder name that is not a valid project name needs --project-name',
      'init 木 --domain example.com --no-install --no-git',
      'OPG3008',
      'choose a different --project-name',
    ],
    [
      'an option is not read as the value of another one',
      'create api --group --version=v1 --kind Tree',
      'OPG4001',
      '--group requires a value, but --version follows',
    ],
    ['a command outside a project says how to create one', 'manifests', 'OPG3001', 'opgen init'],
    ['an unknown code names the nearest', 'explain OPG4099', 'OPG4004', 'OPG400'],
  ])('%s', async (_, command, code, hint) => {
    const folder = temporaryFolder();
    const { exitCode, stderr, stdout } = await runCli(folder, command.split(' '));
    expect(stderr).toContain(code);
    expect(stderr).toContain(hint);
    expect(stdout).toBe('');
    expect(exitCode).toBe(1);
    expect(readFolder(folder)).toEqual({});
  });

  test('create api has its own --version flag', async () => {
    const { exitCode, stderr } = await runCli(await newProject(), createTree);
    expect(stderr).toBe('');
    expect(exitCode).toBe(0);
  });

  test('--json tells a dry run', async () => {
    const folder = await newProject();
    for (const flag of ['--dry-run', '--diff']) {
      const { stdout } = await runCli(folder, [...createTree, '--json', flag]);
      expect(JSON.parse(stdout)).toMatchObject({ ok: true, dryRun: true });
    }
    const { stdout } = await runCli(folder, [...createTree, '--json']);
    expect(JSON.parse(stdout)).not.toHaveProperty('dryRun');
  });

  test('--json prints one document, even on failure', async () => {
    const { exitCode, stdout } = await runCli(temporaryFolder(), ['init', '--json', '--domain', 'Nope_']);
    const report = JSON.parse(stdout) as JsonReport;
    expect(Object.keys(report)).toEqual(['ok', 'command', 'version', 'data', 'diagnostics', 'changed']);
    expect(report).toMatchObject({ ok: false, command: 'init', diagnostics: [{ code: 'OPG3004' }] });
    expect(exitCode).toBe(1);
  });

  test('reports every problem in one run', async () => {
    const wrong = 'create api --group Fruit! --version 1 --kind my-tree --plural Trees --json'.split(' ');
    const { stdout } = await runCli(await newProject(), wrong);
    const codes = (JSON.parse(stdout) as JsonReport).diagnostics.map(({ code }) => code);
    expect(codes).toEqual(['OPG3004', 'OPG3005', 'OPG3006', 'OPG3007']);
  });

  test('prompts for a value only in an interactive terminal', async () => {
    const folder = temporaryFolder();
    const asked: string[] = [];
    const ask = async (question: string): Promise<string> => {
      asked.push(question);
      return 'example.com';
    };
    const { exitCode } = await runCli(
      folder,
      ['init', '--no-install', '--no-git', '--project-name', 'orchard'],
      { ask },
    );
    expect(asked).toHaveLength(1);
    expect(exitCode).toBe(0);
  });

  test('mentions help in the same words everywhere', async () => {
    for (const command of [[], ['create'], ['delete'], ['crd']]) {
      const { stdout } = await runCli(temporaryFolder(), ['help', ...command]);
      expect(stdout).toMatch(/^ {2}help \[command\] +Show the help of a command$/m);
    }
  });

  test('help fits a narrow terminal', async () => {
    const lines: string[] = [];
    const stdout = { columns: 40, write: (text: string) => lines.push(...text.split('\n')) };
    for (const command of [[], ['init'], ['create', 'api'], ['manifests']])
      await runCli(temporaryFolder(), [...command, '--help'], { stdout });
    // Commands for copying stay on one line.
    const broken = lines.filter((line) => !line.startsWith('  opgen '));
    expect(broken.filter((line) => line.length > 40)).toEqual([]);
  });

  test.each([
    ['--help', '', /^Usage: opgen/],
    ['init --help', 'init', /^Usage: opgen init/],
    ['help create api', '', /^Usage: opgen/],
    ['--version', '', /^\d+\.\d+\.\d+/],
  ])('opgen %s --json prints one document', async (command, name, text) => {
    const { exitCode, stdout } = await runCli(temporaryFolder(), [...command.split(' '), '--json']);
    const report = JSON.parse(stdout) as JsonReport;
    expect(report).toMatchObject({ ok: true, command: name, data: { text: expect.stringMatching(text) } });
    expect(exitCode).toBe(0);
  });

  test('--json may precede the command', async () => {
    const { stdout } = await runCli(temporaryFolder(), ['--json', 'manifests']);
    expect(JSON.parse(stdout)).toMatchObject({ ok: false, command: 'manifests' });
  });

  test('lists the commands if none is given', async () => {
    expect(await runCli(temporaryFolder(), [])).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining('Usage: opgen'),
      stderr: '',
    });
  });

  test('NO_COLOR overrides FORCE_COLOR', async () => {
    const folder = temporaryFolder();
    const colored = await runCli(folder, ['init'], { env: { FORCE_COLOR: '1' } });
    const plain = await runCli(folder, ['init'], { env: { FORCE_COLOR: '1', NO_COLOR: '1' } });
    expect(colored.stderr).toContain('\u001B[31m');
    expect(plain.stderr).not.toContain('\u001B');
  });
});

describe('init', () => {
  test('--dry-run shows the plan and writes nothing', async () => {
    const folder = temporaryFolder();
    const { stdout } = await runCli(folder, [...init, '--dry-run']);
    expect(stdout).toMatch(/^create +PROJECT$/m);
    expect(readFolder(folder)).toEqual({});
  });

  test('keeps the files of an existing repository', async () => {
    const folder = temporaryFolder();
    const own = { 'README.md': '# Mine\n', 'notes/plan.md': 'grow\n' };
    writeFolder(folder, own);
    expect((await runCli(folder, init)).exitCode).toBe(0);
    expect(readFolder(folder)).toMatchObject(own);
  });

  test('reports every conflict before it writes anything', async () => {
    const folder = temporaryFolder();
    const own = { Makefile: 'all:\n', 'src/main.ts': '// mine\n' };
    writeFolder(folder, own);
    const { exitCode, stderr } = await runCli(folder, init);
    expect(stderr).toContain('Makefile already exists');
    expect(stderr).toContain('src/main.ts already exists');
    expect(exitCode).toBe(1);
    expect(readFolder(folder)).toEqual(own);
  });

  test('changes nothing the second time, reports it, and restores missing files', async () => {
    const folder = await newProject();
    await runCli(folder, createTree);
    const before = readFolder(folder);
    const { exitCode, stdout } = await runCli(folder, init);
    expect(stdout).toBe('the project orchard already exists: nothing to do\n');
    expect(exitCode).toBe(0);
    rmSync(join(folder, 'Makefile'));
    expect((await runCli(folder, init)).stdout).toContain('create  Makefile');
    expect(readFolder(folder)).toEqual(before);
  });

  test('does not turn a project into another one', async () => {
    const folder = await newProject();
    const other = await runCli(folder, init.with(2, 'example.org'));
    expect(other.stderr).toContain('OPG3012');
    expect(other.exitCode).toBe(1);
  });

  test('creates the given folder', async () => {
    const folder = temporaryFolder();
    await runCli(folder, ['init', 'orchard', ...init.slice(1)]);
    expect(existsSync(join(folder, 'orchard/PROJECT'))).toBe(true);
  });
});

describe('create api', () => {
  test('changes nothing the second time and reports it', async () => {
    const folder = await newProject();
    await runCli(folder, createTree);
    writeFolder(folder, { 'src/api/fruit/v1/tree.ts': '// grown\n' });
    const before = readFolder(folder);
    expect(await runCli(folder, createTree)).toEqual({
      exitCode: 0,
      stdout: 'the project already has Tree of fruit/v1: nothing to do\n',
      stderr: '',
    });
    expect(readFolder(folder)).toEqual(before);
  });

  test('--force writes the files again', async () => {
    const folder = await newProject();
    await runCli(folder, createTree);
    const before = readFolder(folder);
    writeFolder(folder, { 'src/api/fruit/v1/tree.ts': '// grown\n' });
    const { stdout, exitCode } = await runCli(folder, [...createTree, '--force']);
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/^replace src\/api\/fruit\/v1\/tree\.ts$/m);
    expect(readFolder(folder)).toEqual(before);
  });

  test('a conflicting file names the flags that show the change', async () => {
    const folder = await newProject();
    writeFolder(folder, { 'src/api/fruit/v1/tree.ts': '// mine\n' });
    const { stderr } = await runCli(folder, createTree);
    const flags = /with --force (--diff)/.exec(stderr)?.slice(1) ?? [];
    const { exitCode, stdout } = await runCli(folder, [...createTree, '--force', ...flags]);
    expect(stdout).toContain('\n-// mine\n');
    expect(exitCode).toBe(0);
    expect(readFolder(folder)['src/api/fruit/v1/tree.ts']).toBe('// mine\n');
  });

  test('a kind has only one scope', async () => {
    const folder = await newProject();
    const refused = await runCli(folder, [...createTree, '--cluster-scoped']);
    expect(refused.stderr).toContain('hint: use --no-namespaced');
    expect(refused.exitCode).toBe(1);
    await runCli(folder, [...createTree, '--namespaced=false']);
    expect(readFolder(folder)['src/api/fruit/v1/tree.ts']).toContain("scope: 'Cluster'");
    const again = await runCli(folder, [...createTree, '--no-namespaced']);
    expect(again).toMatchObject({ exitCode: 0, stderr: '' });
  });

  test.each([
    ['an API type', '--group fruit --version v1 --kind Tree', 'src/api/fruit/v1/tree.ts'],
    [
      'a controller for a Kubernetes kind',
      '--group apps --version v1 --kind Deployment --no-resource',
      'src/controllers/apps/deployment.controller.ts',
    ],
  ])('prints the file of %s to edit next', async (_, flags, path) => {
    const { stdout } = await runCli(await newProject(), ['create', 'api', ...flags.split(' ')]);
    expect(stdout).toContain(`\nNext:\n  edit ${path}\n  npx opgen manifests\n`);
  });

  test('a kind named like a Kubernetes kind is reported as a different one', async () => {
    const folder = await newProject();
    const deployment = 'create api --group apps --version v1 --kind Deployment'.split(' ');
    const note = 'Deployment is a new kind of your project.';
    expect((await runCli(folder, [...deployment, '--dry-run'])).stdout).toContain(note);
    expect((await runCli(folder, [...deployment, '--no-resource', '--dry-run'])).stdout).not.toContain(note);
    expect((await runCli(folder, createTree)).stdout).not.toContain('of your own');
  });

  test.each(['create webhook', 'delete webhook', 'delete api'])(
    '%s without a version suggests an existing version',
    async (command) => {
      const folder = await newProject();
      await runCli(folder, createTree);
      const { stderr } = await runCli(folder, [...command.split(' '), '--kind', 'Tree']);
      expect(stderr).toContain(`hint: opgen ${command} --version v1 --kind Tree\n`);
    },
  );

  test.each([
    [
      'the scope of a kind cannot change',
      '--version v1 --kind Tree --no-namespaced',
      'OPG3009',
      'is namespaced',
    ],
    [
      'the plural of a kind cannot change',
      '--version v2 --kind Tree --plural woods',
      'OPG3009',
      'the plural trees',
    ],
    [
      'a kind has only one default controller',
      '--version v2 --kind Tree --controller',
      'OPG3009',
      '--no-controller',
    ],
    [
      'a controller needs a type',
      '--version v1 --kind Treee --no-resource',
      'OPG3011',
      '--version v1 --kind Tree?',
    ],
  ])('%s', async (_, args, code, words) => {
    const folder = await newProject();
    await runCli(folder, createTree);
    const before = readFolder(folder);
    const { exitCode, stderr } = await runCli(folder, [...createTree.slice(0, 4), ...args.split(' ')]);
    expect(stderr).toContain(code);
    expect(stderr).toContain(words);
    expect(exitCode).toBe(1);
    expect(readFolder(folder)).toEqual(before);
  });

  test('a second version of a kind shares its controller and its CRD', async () => {
    const folder = await newProject();
    await runCli(folder, createTree);
    const { exitCode, stdout } = await runCli(folder, [
      ...createTree.slice(0, 4),
      '--version',
      'v2',
      '--kind',
      'Tree',
    ]);
    expect(exitCode).toBe(0);
    expect(stdout).not.toContain('controller');
    expect((await runCli(folder, ['manifests'])).stderr).toBe('');
    const crd = readFolder(folder)['config/crd/bases/fruit.example.com_trees.yaml'];
    expect(crd?.match(/storage: \w+/g)).toEqual(['storage: true', 'storage: false']);
  });

  test('adds the controller later', async () => {
    const folder = await newProject();
    await runCli(folder, [...createTree, '--controller=false']);
    expect((await runCli(folder, [...createTree, '--no-resource'])).exitCode).toBe(0);
    expect(readFolder(folder)['src/main.ts']).toContain('setupTreeController(manager);');
  });

  test('a missing scaffold marker prints the lines to paste and writes nothing', async () => {
    const folder = await newProject();
    const main = readFolder(folder)['src/main.ts'] ?? '';
    writeFolder(folder, { 'src/main.ts': main.replace('// +scaffold:setup\n', '') });
    const before = readFolder(folder);
    const { stderr } = await runCli(folder, createTree);
    expect(stderr).toContain('OPG3102');
    expect(stderr).toContain('setupTreeController(manager);');
    expect(readFolder(folder)).toEqual(before);
  });

  test('keeps the comments and unknown keys of PROJECT', async () => {
    const folder = await newProject();
    const project = `${readFolder(folder)['PROJECT']}# mine\nteam: pomona # ours\n`;
    writeFolder(folder, { PROJECT: project });
    await runCli(folder, createTree);
    expect(readFolder(folder)['PROJECT']).toContain('team: pomona # ours');
    expect(readFolder(folder)['PROJECT']).toContain('kind: Tree');
  });

  test('--diff shows the change of a file', async () => {
    const { stdout } = await runCli(await newProject(), [...createTree, '--diff']);
    expect(stdout).toContain(
      "+import { setupTreeController } from './controllers/fruit/tree.controller.ts';",
    );
    expect(stdout).toContain('--- a/src/main.ts\n+++ b/src/main.ts\n@@ -2,6 +2,7 @@');
  });
});

describe('manifests', () => {
  test('--check exits with 3 and shows outdated files', async () => {
    const folder = await newProject();
    await runCli(folder, createTree);
    const { exitCode, stdout } = await runCli(folder, ['manifests', '--check']);
    expect(stdout).toContain('+++ b/config/crd/bases/fruit.example.com_trees.yaml');
    expect(exitCode).toBe(3);
    expect((await runCli(folder, ['make', 'manifests'])).exitCode).toBe(0);
    expect((await runCli(folder, ['manifests', '--check'])).exitCode).toBe(0);
  });

  test('does not replace a user file', async () => {
    const folder = await newProject();
    writeFolder(folder, { 'config/rbac/role.yaml': 'kind: ClusterRole\n' });
    const { exitCode, stderr } = await runCli(folder, ['manifests']);
    expect(stderr).toContain('OPG3101');
    expect(exitCode).toBe(1);
  });
});
