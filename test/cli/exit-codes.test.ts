/** The built command line in its own process, as scripts run it. */
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { JsonReport } from '../../src/cli/output/reporter.ts';
import { isBuilt, repository, runBuilt } from '../support/built-cli.ts';
import { readFolder, temporaryFolder, writeFolder } from '../support/folder.ts';
import { goldenProject } from '../support/golden.ts';

const init = 'init --domain example.com --project-name orchard --no-git'.split(' ');

/** Puts a fake npm with this shell script first on the PATH. */
function pathWithNpm(script: string): string {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'npm'), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  return `${folder}${delimiter}${process.env['PATH']}`;
}

describe.skipIf(!isBuilt)('the exit code', () => {
  test('is 0 on success', async () => {
    const { exitCode, stdout } = await runBuilt(goldenProject('single-api'), ['manifests', '--check']);
    expect(stdout).toBe('everything is up to date\n');
    expect(exitCode).toBe(0);
  });

  test('is 1 if the input is invalid', async () => {
    const { exitCode, stderr } = await runBuilt(temporaryFolder(), ['manifests']);
    expect(stderr).toContain('OPG3001');
    expect(exitCode).toBe(1);
  });

  test('is 1 with a one-line message if Node is too old', async () => {
    const older = "Object.defineProperty(process, 'versions', { value: { node: '20.18.1' } })";
    const env = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(older)}` };
    const { exitCode, stderr } = await runBuilt(temporaryFolder(), ['version'], { env });
    expect(stderr).toBe('error opgen needs Node 20.19 or newer, and this is 20.18.1\n');
    expect(exitCode).toBe(1);
  });

  test('is 2 if opgen crashes, with a link to a prefilled bug report', async () => {
    const home = temporaryFolder();
    for (const part of ['bin', 'dist']) cpSync(join(repository, part), join(home, part), { recursive: true });
    const manifest = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8')) as object;
    const bugs = { url: 'https://example.com/opgen/issues' };
    writeFileSync(join(home, 'package.json'), JSON.stringify({ ...manifest, bugs }));
    const { exitCode, stderr } = await runBuilt(temporaryFolder(), [...init, '--no-install'], { home });
    expect(stderr).toContain('OPG4900');
    expect(stderr).toContain('https://example.com/opgen/issues/new?title=opgen%3A+ENOENT');
    expect(stderr).not.toContain('    at ');
    expect(exitCode).toBe(2);

    const verbose = await runBuilt(temporaryFolder(), [...init, '--no-install', '--verbose'], { home });
    expect(verbose.stderr).toContain('    at ');
  });

  test('is 3 if a check finds differences', async () => {
    const folder = goldenProject('single-api');
    const roles = join(folder, 'config/rbac/role.yaml');
    writeFileSync(roles, `${readFileSync(roles, 'utf8')}# mine\n`);
    const { exitCode, stdout } = await runBuilt(folder, ['manifests', '--check']);
    expect(stdout).toContain('-# mine');
    expect(exitCode).toBe(3);
  });

  test('is 130 after an interrupt, without half-written files', async () => {
    const folder = temporaryFolder();
    const { exitCode, stderr } = await runBuilt(folder, init, {
      env: { PATH: pathWithNpm('echo started > npm-started; exec sleep 60') },
      started: (child) => {
        const timer = setInterval(() => {
          if (!existsSync(join(folder, 'npm-started'))) return;
          clearInterval(timer);
          child.kill('SIGINT');
        }, 20);
      },
    });
    expect(stderr).toContain('OPG4006');
    expect(exitCode).toBe(130);
    expect(Object.keys(readFolder(folder))).toContain('PROJECT');

    const env = { PATH: pathWithNpm('mkdir -p node_modules && touch node_modules/.package-lock.json') };
    const again = await runBuilt(folder, init, { env });
    expect(again).toMatchObject({ exitCode: 0 });
    expect(existsSync(join(folder, 'node_modules'))).toBe(true);
    expect((await runBuilt(folder, init, { env })).stdout).toContain('nothing to do');
  });
});

describe.skipIf(!isBuilt)('in a broken environment', () => {
  test('a failed npm install leaves a complete project and prints the command to run', async () => {
    const folder = temporaryFolder();
    const env = { PATH: pathWithNpm('echo "npm error code ENOTCACHED"; exit 1') };
    const { exitCode, stderr } = await runBuilt(folder, init, { env });
    expect(stderr).toContain('OPG4005');
    expect(stderr).toContain('ENOTCACHED');
    expect(stderr).toContain(`then run in ${folder}: npm install`);
    expect(exitCode).toBe(1);
    expect(Object.keys(readFolder(folder))).toContain('PROJECT');
  });

  test.skipIf(process.platform === 'win32')(
    'a read-only folder is reported, and nothing is written',
    async () => {
      const folder = goldenProject('single-api');
      writeFolder(folder, { 'config/rbac/role.yaml': '# Generated by opgen. Out of date.\n' });
      for (const path of ['', 'config/crd/bases']) chmodSync(join(folder, path), 0o755);
      chmodSync(join(folder, 'config/rbac'), 0o555);
      const before = readFolder(folder);
      // Root can write everywhere.
      const run = await runBuilt(folder, ['manifests'], process.getuid?.() === 0 ? { uid: 65534 } : {});
      chmodSync(join(folder, 'config/rbac'), 0o755);
      expect(run.stderr).toContain('OPG3105');
      expect(run.exitCode).toBe(1);
      expect(readFolder(folder)).toEqual(before);
    },
  );

  test('an invalid PROJECT file is shown with its lines', async () => {
    const folder = temporaryFolder();
    writeFolder(folder, { PROJECT: 'layout: [opgen/v1]\nversion: "3"\ndomain: [a]\nprojectName: 7\n' });
    const { exitCode, stdout } = await runBuilt(
      folder,
      'create api --group a --version v1 --kind B --json'.split(' '),
    );
    const { diagnostics } = JSON.parse(stdout) as JsonReport;
    expect(diagnostics.map(({ place }) => [place?.line, place?.column])).toEqual([
      [3, 9],
      [4, 14],
    ]);
    expect(exitCode).toBe(1);
  });

  test('a reader that closes the pipe early causes no error', async () => {
    const { exitCode, stderr } = await runBuilt(goldenProject('single-api'), ['explain'], {
      started: (child) => child.stdout?.destroy(),
    });
    expect(stderr).toBe('');
    expect(exitCode).toBe(0);
  });

  test('--verbose logs each step', async () => {
    const folder = goldenProject('single-api');
    mkdirSync(join(folder, 'empty'));
    const { stderr } = await runBuilt(join(folder, 'empty'), ['manifests', '--verbose']);
    expect(stderr).toMatch(/^read src\/: .+ m?s$/m);
    expect(stderr).toMatch(/declares \w+ of [\w.]+\/v/);
  });
});
