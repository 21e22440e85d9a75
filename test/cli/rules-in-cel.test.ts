import { describe, expect, test } from 'vitest';
import { runCli } from '../support/run-cli.ts';
import { temporaryFolder, writeFolder } from '../support/folder.ts';
import { projectFile } from '../support/project-file.ts';

const path = 'src/api/cache/v1/memcached.ts';

/** The stderr of `opgen manifests` for a spec with these lines, starting at line 4. */
async function printed(spec: string): Promise<string> {
  const folder = temporaryFolder();
  writeFolder(folder, {
    PROJECT: projectFile,
    [path]: `import { type CustomResource, defineKind, type Int32 } from '@opgen/runtime';

export interface MemcachedSpec {
${spec}
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
  });
  const { exitCode, stderr } = await runCli(folder, ['manifests']);
  expect(exitCode).toBe(1);
  return stderr;
}

describe('opgen manifests highlights the error in a CEL rule', () => {
  test('at an unknown field', async () => {
    const spec = `  // +validation:XValidation:rule="self.min <= self.mxa",message="no \\"gap\\""
  range?: { min: Int32; max: Int32 };`;
    expect(await printed(spec)).toMatchInlineSnapshot(`
      "src/api/cache/v1/memcached.ts:4:53 error OPG2113 the rule of range does not compile: undefined field 'mxa'
        3 | export interface MemcachedSpec {
        4 |   // +validation:XValidation:rule="self.min <= self.mxa",message="no \\"gap\\""
          |                                                     ^^^
        hint: did you mean 'max'?
      "
    `);
  });

  test('at an operator with mismatched types, after escapes', async () => {
    const spec = `  // +validation:XValidation:rule="self != \\"a\\" && self > 1"
  name?: string;`;
    expect(await printed(spec)).toMatchInlineSnapshot(`
      "src/api/cache/v1/memcached.ts:4:58 error OPG2113 the rule of name does not compile: found no matching overload for '_>_' applied to '(string, int)'
        3 | export interface MemcachedSpec {
        4 |   // +validation:XValidation:rule="self != \\"a\\" && self > 1"
          |                                                          ^
        hint: '>' cannot be applied to string and int
      "
    `);
  });

  test('at a rule that exceeds the cost limit, and names the missing limits', async () => {
    const spec = `  // +validation:XValidation:rule="self.all(a, self.exists_one(b, a == b))"
  tags?: string[];`;
    expect(await printed(spec)).toMatchInlineSnapshot(`
      "src/api/cache/v1/memcached.ts:4:35 error OPG2114 the rule of tags exceeds the cost limit: its estimated cost is more than 100 times the limit
        3 | export interface MemcachedSpec {
        4 |   // +validation:XValidation:rule="self.all(a, self.exists_one(b, a == b))"
          |                                   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
        hint: add +validation:MaxItems to tags and +validation:MaxLength to the items of tags
      "
    `);
  });

  test('at a marker that implies a transition rule where no old value exists', async () => {
    const spec = `  // +validation:MaxItems=8
  servers?: { name: string; /* the item has no key */
    // +k8s:immutable
    zone: string }[];`;
    expect(await printed(spec)).toMatchInlineSnapshot(`
      "src/api/cache/v1/memcached.ts:6:8 error OPG2115 the rule of zone uses oldSelf for an item of a list without keys
        5 |   servers?: { name: string; /* the item has no key */
        6 |     // +k8s:immutable
          |        ^^^^^^^^^^^^^^
        hint: move the rule to the list, or make the list +listType=map
      "
    `);
  });

  test('in a message expression', async () => {
    const spec = `  // +validation:XValidation:rule="self > 1",messageExpression="'at least ' + self"
  size?: Int32;`;
    expect(await printed(spec)).toMatchInlineSnapshot(`
      "src/api/cache/v1/memcached.ts:4:77 error OPG2113 the rule of size does not compile: found no matching overload for '_+_' applied to '(string, int)'
        3 | export interface MemcachedSpec {
        4 |   // +validation:XValidation:rule="self > 1",messageExpression="'at least ' + self"
          |                                                                             ^
        hint: '+' cannot be applied to string and int
      "
    `);
  });
});
