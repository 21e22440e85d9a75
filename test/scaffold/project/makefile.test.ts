/** What the Makefile of a new project runs, with programs that only record their arguments. */
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder, writeFolder } from '../../support/folder.ts';
import { writeGolden } from '../../support/golden.ts';

const hasMake = spawnSync('make', ['--version']).status === 0;

const recorded = '#!/bin/sh\necho "$(basename $0) $*" >> "$RECORD"\n';

interface Made {
  folder: string;
  status: number | null;
  commands: string[];
  /** The arguments of each `npx opgen`. */
  opgen: string[];
}

/** Runs a target. `fails` is the first word after `kubectl` of the command that fails. */
function make(
  target: string,
  { fails = 'none', variables = [] }: { fails?: string; variables?: readonly string[] } = {},
): Made {
  const folder = temporaryFolder();
  writeGolden('single-api', folder);
  const programs = join(folder, 'programs');
  const kubectl = `${recorded}[ "$1" = ${fails} ] && exit 1\n[ "$1" = kustomize ] && echo 'image: controller:latest'\nexit 0\n`;
  writeFolder(folder, {
    'programs/kubectl': kubectl,
    'programs/npx': recorded,
    'programs/npm': recorded,
    'node_modules/.package-lock.json': '{}',
  });
  for (const name of ['kubectl', 'npx', 'npm']) chmodSync(join(programs, name), 0o755);
  const record = join(folder, 'record');
  const { status } = spawnSync('make', [target, 'IMG=registry.example/operator:v1', ...variables], {
    cwd: folder,
    env: { ...process.env, PATH: `${programs}:${process.env['PATH']}`, RECORD: record },
  });
  const commands = existsSync(record) ? readFileSync(record, 'utf8').trim().split('\n') : [];
  const after = (words: string): string[] =>
    commands.filter((command) => command.startsWith(words)).map((command) => command.slice(words.length));
  return {
    folder,
    status,
    commands: commands.filter((command) => command.startsWith('kubectl ')),
    opgen: after('npx opgen '),
  };
}

describe.skipIf(!hasMake)('make', () => {
  test('deploy applies what kustomize prints, with the image', () => {
    const { commands, folder, status } = make('deploy');
    expect(status).toBe(0);
    expect(readFileSync(join(folder, 'dist/install.yaml'), 'utf8')).toBe(
      'image: registry.example/operator:v1\n',
    );
    expect(commands).toEqual([
      'kubectl kustomize config/default',
      'kubectl apply --server-side --force-conflicts --field-manager=memcached-operator-deploy -f dist/install.yaml',
    ]);
  });

  test('install uses another field manager, so that it removes nothing that deploy has set', () => {
    expect(make('install').commands).toEqual([
      'kubectl apply --server-side --force-conflicts --field-manager=memcached-operator-install -k config/crd',
    ]);
  });

  test.each(['build-installer', 'deploy'])(
    '%s fails if kustomize fails, and leaves no manifests',
    (target) => {
      const { commands, folder, status } = make(target, { fails: 'kustomize' });
      expect(status).not.toBe(0);
      expect(existsSync(join(folder, 'dist/install.yaml'))).toBe(false);
      expect(commands).toEqual(['kubectl kustomize config/default']);
    },
  );

  test('deploy waits until the operator is available, with the same kubectl', () => {
    expect(make('deploy', { variables: ['KUBECTL=kubectl --context dev', 'timeout=1m'] }).opgen).toEqual([
      'manifests',
      'rollout --timeout 1m --kubectl kubectl --context dev',
    ]);
  });

  test.each([
    ['undeploy', [], 'undeploy --kubectl kubectl'],
    ['undeploy', ['delete-crds=true'], 'undeploy --kubectl kubectl --delete-crds'],
    ['uninstall', [], 'undeploy --kubectl kubectl --only-crds'],
    ['uninstall', ['delete-crds=false'], 'undeploy --kubectl kubectl --only-crds'],
    ['uninstall', ['delete-crds=true'], 'undeploy --kubectl kubectl --delete-crds --only-crds'],
  ])('%s %j runs opgen %s', (target, variables, expected) => {
    expect(make(target, { variables })).toMatchObject({ status: 0, opgen: [expected], commands: [] });
  });

  test('run ARGS=… adds to the arguments that a project with webhooks needs', () => {
    const folder = temporaryFolder();
    writeGolden('webhooks', folder);
    const { stdout } = spawnSync('make', ['--dry-run', 'run', 'ARGS=--leader-elect'], {
      cwd: folder,
      encoding: 'utf8',
    });
    expect(stdout).toContain('dist/main.js --webhook-bind-address=0 --leader-elect\n');
  });

  test('no recipe has a pipeline, which would hide a failure', () => {
    const { folder } = make('help');
    const recipes = readFileSync(join(folder, 'Makefile'), 'utf8').match(/^\t.*$/gm) ?? [];
    expect(recipes.filter((line) => /[^|]\|[^|]/.test(line.replaceAll(/'[^']*'/g, '')))).toEqual([]);
  });
});
