import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allDiagnostics } from '../src/cli/all-diagnostics.ts';
import type { CommandExample, OtherExample, SourceExample } from '../src/diagnostics.ts';
import { generateManifests } from '../src/manifests/generate.ts';
import { temporaryFolder, writeFolder } from './support/folder.ts';
import { runScript } from './support/shell.ts';

const sources = fileURLToPath(new URL('../src', import.meta.url));

const imports =
  "import { type Condition, type Converter, type CustomObject, type CustomResource, type Defaulter, type Defaults, defineKind, type Int32, Manager, type Reconciler, type Validator } from '@opgen/runtime';\n";
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

/** The example with the parts that it leaves out: the kind, its spec, or all but one field. */
function wholeFile(example: string): string {
  if (/class |new Manager/.test(example)) return `${imports}${spec}${kind}${example}\n`;
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

const sourceExamples: { code: string; example: SourceExample }[] = [];
const commandExamples: { code: string; example: CommandExample }[] = [];
const otherExamples: { code: string; example: OtherExample }[] = [];
for (const { code, example } of allDiagnostics) {
  if (example.language === 'sh') commandExamples.push({ code, example });
  else if (example.language === 'text') otherExamples.push({ code, example });
  else sourceExamples.push({ code, example });
}

describe.each(sourceExamples)('the example of $code', ({ code, example: { right, wrong } }) => {
  test('raises it', async () => {
    const codes = new Set(await codesOf(wrong));
    // What is not TypeScript is often wrong in other ways too.
    if (code !== 'OPG1001') expect(codes).toEqual(new Set([code]));
    expect(codes).toContain(code);
  });

  // `Memcached {}` stands for an interface that is written out elsewhere.
  test.skipIf(right.endsWith('{}') && right.includes('interface'))('is right once corrected', async () => {
    expect(await codesOf(right)).not.toContain(code);
  });
});

const base = mkdtempSync(join(tmpdir(), 'opgen-test-'));
beforeAll(async () => {
  const init = 'opgen init --domain example.com --project-name orchard --no-install --no-git';
  const script = `${init} && opgen create api --group fruit --version v1 --kind Tree`;
  expect(await runScript(base, script)).toMatchObject({ exitCode: 0 });
});
afterAll(() => rmSync(base, { recursive: true, force: true }));

/** Root can write to every folder; `exit-codes.test.ts` runs this one as another user. */
const needsUser = (code: string): boolean => code === 'OPG3105' && process.getuid?.() === 0;

describe.each(commandExamples)('the commands of $code', ({ code, example }) => {
  const { given, right, wrong } = example;
  const prepared = async (): Promise<string> => {
    const folder = temporaryFolder();
    cpSync(base, folder, { recursive: true });
    if (given !== undefined)
      expect(await runScript(folder, given)).toMatchObject({ exitCode: 0, stderr: '' });
    return folder;
  };

  test.skipIf(needsUser(code))('raise it', async () => {
    expect((await runScript(await prepared(), wrong)).stderr).toContain(` ${code} `);
  });

  test('succeed once corrected', async () => {
    const run = await runScript(await prepared(), right);
    expect(run.stderr).not.toContain(code);
    expect(run).toMatchObject({ exitCode: 0 });
  });
});

test('only examples of causes outside the project are not executed', () => {
  expect(otherExamples.map(({ code }) => code)).toEqual([
    'OPG4006',
    'OPG4014',
    // `opgen dev` reports these while it runs: test/cli/dev.test.ts.
    'OPG4020',
    'OPG4021',
    'OPG4022',
    'OPG4023',
    'OPG4024',
    'OPG4025',
    // The right version does not end: test/dev/fault-injection.test.ts.
    'OPG4027',
    // They need a cluster: test/cli/rollout.test.ts and undeploy.test.ts.
    'OPG4030',
    'OPG4032',
    // test/plan/incomplete-plans.test.ts
    'OPG4034',
    'OPG4036',
    // test/cli/dev-context.test.ts
    'OPG4040',
    'OPG4041',
    // test/cli/validate-webhooks.test.ts
    'OPG4042',
    'OPG4043',
    'OPG4900',
  ]);
});

test('every code is declared once', () => {
  const codes = allDiagnostics.map(({ code }) => code);
  expect(codes).toEqual([...new Set(codes)]);
});

const layers = readdirSync(sources).filter((layer) => existsSync(join(sources, layer, 'diagnostics.ts')));

describe.each(layers)('the codes of %s', (layer) => {
  const files = readdirSync(join(sources, layer), { recursive: true, encoding: 'utf8' });
  const text = files
    .filter((path) => path.endsWith('.ts') && path !== 'diagnostics.ts')
    .map((path) => readFileSync(join(sources, layer, path), 'utf8').replaceAll(/^import [^;]*;/gm, ''))
    .join('\n');
  const declarations = readFileSync(join(sources, layer, 'diagnostics.ts'), 'utf8');
  const declared = declarations.matchAll(/^export const (\w+).*\n  code: /gm);

  test.each([...declared].map(([, name = '']) => name))('%s is raised in that layer', (name) => {
    expect(new RegExp(String.raw`\b${name}\b`).test(text)).toBe(true);
  });

  test('are not raised by their numbers', () => {
    expect(text.match(/'OPG\d{4}'/g)).toBeNull();
  });
});
