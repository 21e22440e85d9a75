import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findWorkspace } from '../../../src/scaffold/project/workspace.ts';
import { temporaryFolder, writeFolder } from '../../support/folder.ts';

const npm = (...workspaces: string[]): Record<string, string> => ({
  'package.json': JSON.stringify({ workspaces }),
});

test.each<[string, Record<string, string>, string | undefined]>([
  ['a list of folders', npm('packages/operator'), 'npm'],
  ['a pattern', npm('packages/*'), 'npm'],
  ['a pattern with a slash at its end', npm('./packages/*/'), 'npm'],
  ['a pattern for all depths', npm('**'), 'npm'],
  ['alternatives', npm('{apps,packages}/*'), 'npm'],
  ['a pattern for another folder', npm('apps/*'), undefined],
  ['a pattern for another depth', npm('*'), undefined],
  ['an exclusion', npm('packages/*', '!packages/operator'), undefined],
  ['no members', npm(), undefined],
  ['an object, as in Yarn 1', { 'package.json': '{"workspaces":{"packages":["packages/*"]}}' }, 'npm'],
  ['Yarn, by its lock file', { ...npm('packages/*'), 'yarn.lock': '' }, 'yarn'],
  [
    'Yarn, by its version',
    { 'package.json': '{"workspaces":["packages/*"],"packageManager":"yarn@4.0.0"}' },
    'yarn',
  ],
  ['pnpm', { 'pnpm-workspace.yaml': "packages:\n  - 'packages/*'\n" }, 'pnpm'],
  ['settings of pnpm without members', { 'pnpm-workspace.yaml': 'overrides: {}\n' }, undefined],
  ['a file that is not JSON', { 'package.json': '{' }, undefined],
])('reads %s', (_, files, manager) => {
  const root = temporaryFolder();
  writeFolder(root, files);
  const found = findWorkspace(join(root, 'packages/operator'));
  expect(found?.manager).toBe(manager);
  if (found !== undefined) expect(found).toMatchObject({ root, member: 'packages/operator' });
});
