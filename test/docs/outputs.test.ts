/** The guides show what opgen prints. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder, writeFolder } from '../support/folder.ts';
import { runCli } from '../support/run-cli.ts';

/** The first ```text block of a guide that contains the given text. */
function outputIn(guide: string, part: string): string {
  const page = readFileSync(new URL(`../../docs/guides/${guide}`, import.meta.url), 'utf8');
  const blocks = [...page.matchAll(/^```text\n(.*?)^```$/gms)].map(([, text = '']) => text);
  return blocks.find((text) => text.includes(part)) ?? '';
}

const typeWith = (
  fields: string,
): string => `import { type CustomResource, defineKind, type Int32 } from '@opgen/runtime';

interface MemcachedSpec {
${fields}
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
`;

function projectWith(fields: string): string {
  const folder = temporaryFolder();
  writeFolder(folder, {
    PROJECT: 'domain: example.com\nlayout:\n  - opgen/v1\nprojectName: cache\nversion: "3"\n',
    'src/api/cache/v1/memcached.ts': typeWith(fields),
  });
  return folder;
}

test('manifests.md: a rule that does not compile', async () => {
  const folder = projectWith(`  // +validation:XValidation:rule="self.min <= self.mxa"
  range: { min: Int32; max: Int32 };`);
  const { stderr } = await runCli(folder, ['manifests']);
  expect(stderr).toContain(outputIn('manifests.md', 'OPG2113').trimEnd());
});

test('crds.md: the changes between two versions', async () => {
  const before = projectWith(`  size?: string;
  // +default="a"
  image?: string;`);
  const after = projectWith(`  // +default="b"
  image?: string;
  policy?: string;`);
  const { stdout: yaml } = await runCli(before, ['manifests', '--stdout']);
  writeFolder(after, { 'released.yaml': yaml });
  const { stdout } = await runCli(after, ['crd', 'diff', join(after, 'released.yaml')]);
  const lines = outputIn('crds.md', 'breaking v1').trimEnd().split('\n');
  expect(lines.length).toBeGreaterThan(3);
  for (const line of lines) expect(stdout).toContain(line.trim());
});
