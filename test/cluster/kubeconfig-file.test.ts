import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { addToKubeconfig, removeFromKubeconfig } from '../../src/cluster/kubeconfig-file.ts';
import { useKubeconfig } from '../../src/cluster/use-kubeconfig.ts';
import { temporaryFolder } from '../support/folder.ts';

const ours = `apiVersion: v1
kind: Config
clusters: [{ name: opgen, cluster: { server: https://127.0.0.1:1 } }]
users: [{ name: opgen, user: { token: a } }]
contexts: [{ name: opgen, context: { cluster: opgen, user: opgen } }]
current-context: opgen
`;

const others = `apiVersion: v1
kind: Config
# production
clusters:
  - name: prod
    cluster: { server: https://prod.example.com }
users: []
contexts:
  - name: prod
    context: { cluster: prod, user: prod }
current-context: prod
`;

test('a new kubeconfig is readable only for its owner, and removed when nothing else is in it', async () => {
  const path = join(temporaryFolder(), 'not-yet/kubeconfig');
  await addToKubeconfig(path, ours);
  expect(parse(readFileSync(path, 'utf8'))).toEqual(parse(ours));
  if (process.platform !== 'win32') expect(statSync(path).mode & 0o777).toBe(0o600);
  await removeFromKubeconfig(path, ours);
  expect(existsSync(path)).toBe(false);
});

test('entries and comments of others stay', async () => {
  const path = join(temporaryFolder(), 'config');
  writeFileSync(path, others);
  await addToKubeconfig(path, ours.replace('token: a', 'token: before'));
  await addToKubeconfig(path, ours);
  const text = readFileSync(path, 'utf8');
  expect(text).toContain('# production');
  const merged = parse(text) as { users: unknown; contexts: { name: string }[]; 'current-context': string };
  expect(merged.users).toEqual([{ name: 'opgen', user: { token: 'a' } }]);
  expect(merged.contexts.map(({ name }) => name)).toEqual(['prod', 'opgen']);
  expect(merged['current-context']).toBe('opgen');

  await removeFromKubeconfig(path, ours);
  expect(parse(readFileSync(path, 'utf8'))).toEqual({ ...(parse(others) as object), 'current-context': '' });
});

test('a context that became current in the meantime stays current', async () => {
  const path = join(temporaryFolder(), 'config');
  writeFileSync(path, others);
  await addToKubeconfig(path, ours);
  writeFileSync(path, readFileSync(path, 'utf8').replace('current-context: opgen', 'current-context: prod'));
  await removeFromKubeconfig(path, ours);
  expect(parse(readFileSync(path, 'utf8'))).toEqual(parse(others));
});

test.each(['just text', '- a list', '{ broken'])('%j is refused and left as it is', async (content) => {
  const path = join(temporaryFolder(), 'config');
  writeFileSync(path, content);
  await expect(addToKubeconfig(path, ours)).rejects.toThrow(`${path} is not a kubeconfig`);
  expect(readFileSync(path, 'utf8')).toBe(content);
  expect(existsSync(`${path}.lock`)).toBe(false);
});

test('two processes that change the file at the same time do not lose entries', async () => {
  const path = join(temporaryFolder(), 'config');
  await Promise.all(['a', 'b', 'c'].map((name) => addToKubeconfig(path, ours.replaceAll('opgen', name))));
  const { contexts } = parse(readFileSync(path, 'utf8')) as { contexts: { name: string }[] };
  expect(contexts.map(({ name }) => name).toSorted()).toEqual(['a', 'b', 'c']);
});

test('a lock that stays is an error that names the file', async () => {
  const path = join(temporaryFolder(), 'config');
  writeFileSync(`${path}.lock`, '');
  await expect(addToKubeconfig(path, ours)).rejects.toThrow(`${path} is locked`);
});

test('the command that sets KUBECONFIG quotes paths with spaces', () => {
  expect(useKubeconfig('/tmp/a/kubeconfig', 'linux')).toBe('export KUBECONFIG=/tmp/a/kubeconfig');
  expect(useKubeconfig("/tmp/it's here", 'darwin')).toBe(`export KUBECONFIG='/tmp/it'\\''s here'`);
  expect(useKubeconfig('C:\\a b\\k', 'win32')).toBe(`$env:KUBECONFIG = 'C:\\a b\\k'`);
});
