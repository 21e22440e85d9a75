/** The roles for users of a kind. */
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { readFolder, temporaryFolder, writeFolder } from '../../support/folder.ts';
import { runCli } from '../../support/run-cli.ts';

const init = 'init --domain example.com --project-name orchard --no-install --no-git';

async function aggregations(...flags: string[]): Promise<string[]> {
  const folder = temporaryFolder();
  writeFolder(folder, {});
  await runCli(folder, init.split(' '));
  await runCli(folder, ['create', 'api', '--group', 'fruit', '--version', 'v1', '--kind', 'Tree', ...flags]);
  return Object.entries(readFolder(folder))
    .filter(([path]) => path.startsWith('config/rbac/fruit_tree_'))
    .flatMap(([, text]) => {
      const { metadata } = parse(text) as { metadata: { labels: Record<string, string> } };
      return Object.keys(metadata.labels).filter((label) => label.includes('aggregate-to-'));
    });
}

test('roles of a namespaced kind are aggregated into the built-in roles', async () => {
  const prefix = 'rbac.authorization.k8s.io/aggregate-to';
  expect(await aggregations()).toEqual([`${prefix}-admin`, `${prefix}-edit`, `${prefix}-view`]);
});

test('roles of a cluster-scoped kind are not, because it can grant more than a namespace', async () => {
  expect(await aggregations('--no-namespaced')).toEqual([]);
});
