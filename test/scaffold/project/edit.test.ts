import { rmSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { applyPlan } from '../../../src/scaffold/files/apply-plan.ts';
import { planEdit } from '../../../src/scaffold/project/edit.ts';
import { type InitOptions, planInit } from '../../../src/scaffold/project/init.ts';
import type { ProjectChoices } from '../../../src/scaffold/project/options.ts';
import { readFolder, temporaryFolder, writeFolder } from '../../support/folder.ts';

const asMade: InitOptions = {
  domain: 'example.com',
  projectName: 'orchard',
  packageName: '@pomona/orchard',
  license: 'apache2',
  owner: '',
  year: 2026,
  cliVersion: '0.1.0',
  force: false,
  namespaced: false,
  packageManager: 'npm',
  packageSource: 'registry',
};

function project(options: Partial<InitOptions> = {}): string {
  const folder = temporaryFolder();
  applyPlan(folder, planInit(folder, { ...asMade, ...options }));
  return folder;
}

function edit(folder: string, options: ProjectChoices): string[] {
  const { changes, warnings } = planEdit(folder, options, 2030);
  applyPlan(folder, changes);
  return warnings.map(({ message, hint = '' }) => `${message}\n${hint}`);
}

function change(folder: string, path: string, from: string, to: string): void {
  const text = readFolder(folder)[path] ?? '';
  expect(text).toContain(from);
  writeFolder(folder, { [path]: text.replace(from, to) });
}

const anyEdit: fc.Arbitrary<ProjectChoices> = fc.oneof(
  fc.record({
    license: fc.constantFrom('apache2', 'mit', 'copyright'),
    owner: fc.constantFrom('Pomona', 'Flora'),
  }),
  fc.record({ license: fc.constant('none'), owner: fc.constant('') }),
  fc.record({ namespaced: fc.boolean() }),
  fc.record({ packageManager: fc.constantFrom('npm', 'pnpm', 'yarn') }),
);

/** The files of a project, without the role: `opgen edit` generates it from the sources, as `opgen manifests` does. */
function withoutRole(folder: string): Record<string, string> {
  const { 'config/rbac/role.yaml': _, ...files } = readFolder(folder);
  return files;
}

test('an edited project equals one that was created with the new options', () => {
  fc.assert(
    fc.property(fc.array(anyEdit, { minLength: 1, maxLength: 4 }), (edits) => {
      const folder = project({ owner: 'Pomona' });
      for (const options of edits) expect(edit(folder, options)).toEqual([]);
      const wanted = Object.assign({ owner: 'Pomona' }, ...edits) as Partial<InitOptions>;
      const made = withoutRole(folder);
      // The first license of a project has the year in which it was added.
      const year = /Copyright (?:\(c\) )?(\d+)/.exec(
        made['hack/boilerplate.ts.txt'] ?? made['LICENSE'] ?? '',
      )?.[1];
      expect(made).toEqual(withoutRole(project({ ...wanted, year: Number(year ?? 2026) })));
      rmSync(folder, { recursive: true });
    }),
    { numRuns: 25 },
  );
});

test('the same edit twice changes nothing the second time', () => {
  const folder = project();
  const options = { license: 'mit', owner: 'Pomona', namespaced: true, packageManager: 'yarn' } as const;
  edit(folder, options);
  expect(planEdit(folder, options, 2030)).toMatchObject({ changes: [], warnings: [] });
});

describe('changes of the user', () => {
  test('stay if opgen changes other lines', () => {
    const folder = project();
    change(folder, 'src/main.ts', '// +scaffold:setup', "manager.log.info('mine');\n// +scaffold:setup");
    change(folder, 'config/manager/manager.yaml', 'replicas: 1', 'replicas: 3');
    change(folder, 'package.json', '"dependencies": {', '"dependencies": {\n    "pomology": "^1.0.0",');
    expect(edit(folder, { license: 'mit', namespaced: true, packageManager: 'yarn' })).toEqual([]);
    const files = readFolder(folder);
    expect(files['src/main.ts']).toContain("manager.log.info('mine');");
    expect(files['src/main.ts']).toContain('WATCH_NAMESPACE');
    expect(files['src/main.ts']).toMatch(/^\/\/ SPDX-License-Identifier: MIT\n\n/);
    expect(files['config/manager/manager.yaml']).toMatch(/replicas: 3[^]*WATCH_NAMESPACE/);
    expect(JSON.parse(files['package.json'] ?? '')).toMatchObject({
      dependencies: { pomology: '^1.0.0' },
      packageManager: expect.stringMatching(/^yarn@/),
      license: 'MIT',
    });
  });

  test('stay if opgen changes the same lines, which are reported', () => {
    const folder = project();
    change(
      folder,
      'config/rbac/role_binding.yaml',
      'kind: ClusterRoleBinding',
      'kind: ClusterRoleBinding # mine',
    );
    const [warning, ...others] = edit(folder, { namespaced: true });
    expect(others).toEqual([]);
    expect(warning).toContain('your changes in config/rbac/role_binding.yaml conflict');
    expect(warning).toContain('-kind: ClusterRoleBinding\n+kind: RoleBinding');
    const text = readFolder(folder)['config/rbac/role_binding.yaml'];
    expect(text).toContain('kind: ClusterRoleBinding # mine');
    expect(text).toContain('  kind: Role\n');
  });

  test('to the license stay and are reported', () => {
    const folder = project();
    writeFolder(folder, { LICENSE: 'Do what is right.\n' });
    expect(edit(folder, { license: 'mit' })).toEqual([
      expect.stringContaining('LICENSE was kept: it has your changes'),
    ]);
    expect(readFolder(folder)['LICENSE']).toBe('Do what is right.\n');
  });

  test('include deleted files, which are not restored', () => {
    const folder = project();
    rmSync(join(folder, 'AGENTS.md'));
    edit(folder, { packageManager: 'yarn' });
    expect(readFolder(folder)).not.toHaveProperty('AGENTS.md');
  });
});

describe('the header', () => {
  const header = 'src/trees/apple.ts';

  test('also changes in files that the user wrote', () => {
    const folder = project();
    writeFolder(folder, { [header]: '// SPDX-License-Identifier: Apache-2.0\n\nexport const apple = 1;\n' });
    edit(folder, { license: 'mit', owner: 'Pomona' });
    expect(readFolder(folder)[header]).toBe(
      '// Copyright 2030 Pomona\n// SPDX-License-Identifier: MIT\n\nexport const apple = 1;\n',
    );
    edit(folder, { license: 'none' });
    expect(readFolder(folder)[header]).toBe('export const apple = 1;\n');
  });

  test('does not replace the header of another owner', () => {
    const folder = project({ license: 'none' });
    const theirs = '// Copyright 2020 Vertumnus\n\nexport const apple = 1;\n';
    writeFolder(folder, { [header]: theirs });
    edit(folder, { license: 'mit' });
    expect(readFolder(folder)[header]).toBe(theirs);
  });

  test('from --license-file stays when the owner changes', () => {
    const folder = project({ license: 'mit', header: '// Grown by hand.\n' });
    edit(folder, { owner: 'Pomona' });
    const files = readFolder(folder);
    expect(files['src/main.ts']).toMatch(/^\/\/ Grown by hand\.\n\nimport/);
    expect(files['LICENSE']).toContain('Copyright (c) 2026 Pomona');
  });
});

test('the lock file of the old package manager is deleted', () => {
  const folder = project();
  writeFolder(folder, { 'package-lock.json': '{}\n' });
  edit(folder, { packageManager: 'yarn' });
  expect(readFolder(folder)).not.toHaveProperty('package-lock.json');
  expect(readFolder(folder)).toHaveProperty('yarn.lock', '');
});
