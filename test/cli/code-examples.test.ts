import { describe, expect, test } from 'vitest';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { allCodes } from '../../src/cli/all-codes.ts';
import { commandExamples } from '../../src/cli/code-examples/command-examples.ts';
import { sourceExamples } from '../../src/cli/code-examples/source-examples.ts';
import { generateManifests } from '../../src/manifests/generate.ts';
import { temporaryFolder, writeFolder } from '../support/folder.ts';

const imports =
  "import { type Condition, type Converter, type CustomResource, type Defaulter, defineKind, type Int32, type Reconciler, type Validator } from '@opgen/runtime';\n";
const spec = 'export interface MemcachedSpec {\n  size: Int32;\n}\n';
const kind = `export interface Memcached extends CustomResource<MemcachedSpec> {
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

/** The example with what it leaves out: the kind, its spec, or all but one field. */
function wholeFile(example: string): string {
  if (example.includes('class ')) return `${imports}${spec}${kind}${example}\n`;
  if (example.includes('interface Memcached ')) return `${imports}${spec}${example}\n`;
  if (example.includes('interface MemcachedSpec ')) return `${imports}${example}\n${kind}`;
  return `${imports}export interface MemcachedSpec {\n${example}\n}\n${kind}`;
}

async function codesOf(example: string): Promise<string[]> {
  const root = temporaryFolder();
  writeFolder(root, { 'src/api/cache/v1/memcached.ts': wholeFile(example) });
  const { diagnostics } = await generateManifests({ root });
  return diagnostics.map(({ code }) => code);
}

describe.each(Object.entries(sourceExamples))('%s', (code, { right, wrong }) => {
  test('is raised by what its example calls wrong', async () => {
    const codes = new Set(await codesOf(wrong));
    // What is not TypeScript is often wrong in other ways too.
    if (code !== 'OPG1001') expect(codes).toEqual(new Set([code]));
    expect(codes).toContain(code);
  });

  // `Memcached {}` stands for an interface that is written out elsewhere.
  test.skipIf(right.endsWith('{}') && right.includes('interface'))(
    'is not raised by what it calls right',
    async () => {
      expect(await codesOf(right)).not.toContain(code);
    },
  );
});

describe('the codes', () => {
  const sources = fileURLToPath(new URL('../../src', import.meta.url));
  const raised = new Set(
    readdirSync(sources, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts') && !path.endsWith('codes.ts'))
      .flatMap((path) => readFileSync(join(sources, path), 'utf8').match(/'OPG\d{4}'/g) ?? [])
      .map((quoted) => quoted.slice(1, -1)),
  );

  test('are all explained, and nothing is explained that is never raised', () => {
    expect(Object.keys(allCodes)).toEqual([...raised].toSorted());
  });

  test('have an example each', () => {
    const examples = { ...sourceExamples, ...commandExamples };
    expect(Object.keys(examples).toSorted()).toEqual(Object.keys(allCodes));
  });
});
