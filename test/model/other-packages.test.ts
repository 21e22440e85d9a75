import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { generateManifests } from '../../src/manifests/generate.ts';
import { memcached } from '../manifests/project.ts';
import { temporaryFolder, writeFolder } from '../support/folder.ts';

const own = 'src/api/cache/v1/memcached.ts';

/** A Memcached whose field `port` has the imported type `Port`, with these files in the project. */
function importing(line: string, files: Record<string, string>): Record<string, string> {
  return { [own]: `${line}\n${memcached('  port: Port;')}`, ...files };
}

const port =
  '/** Where it listens. */\n// +validation:Minimum=1\nexport type Port = number & { readonly brand?: 1 };\n';

async function portIn(files: Record<string, string>, root = temporaryFolder()): Promise<unknown> {
  writeFolder(root, files);
  const { diagnostics, files: written } = await generateManifests({ root });
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  const { spec } = parse(written[0]?.content ?? '').spec.versions[0].schema.openAPIV3Schema.properties;
  return spec.properties.port;
}

const expected = { type: 'integer', minimum: 1, description: 'Where it listens.' };

test.each<[string, string, Record<string, string>]>([
  [
    'a file with export *',
    "import type { Port } from '../../ports.js';",
    { 'src/api/ports.ts': "export * from './port.ts';", 'src/api/port.ts': port },
  ],
  [
    'a file that re-exports it under another name',
    "import type { Port } from '../../ports.ts';",
    {
      'src/api/ports.ts': "export { type Listen as Port } from './port.ts';",
      'src/api/port.ts': `${port}export type { Port as Listen };`,
    },
  ],
  [
    'a file that imports it and exports it',
    "import type { Port } from '../../ports.ts';",
    {
      'src/api/ports.ts': "import type { Port } from './port.ts';\nexport type { Port };",
      'src/api/port.ts': port,
    },
  ],
  [
    'a namespace import',
    "import type * as ports from '../../port.ts';\ntype Port = ports.Port;",
    { 'src/api/port.ts': port },
  ],
  [
    'an exported namespace',
    "import { net } from '../../net.ts';\nimport Port = net.Port;",
    { 'src/api/net.ts': "export * as net from './port.ts';", 'src/api/port.ts': port },
  ],
  ['an inline import type', "type Port = import('../../port.ts').Port;", { 'src/api/port.ts': port }],
  [
    'the default export',
    "import type Port from '../../port.ts';",
    { 'src/api/port.ts': `${port}export default Port;` },
  ],
  ['a folder with an index file', "import type { Port } from '../../net';", { 'src/api/net/index.ts': port }],
  [
    'a file outside src',
    "import type { Port } from '../../../../shared/port.ts';",
    { 'shared/port.ts': port },
  ],
  [
    'paths of tsconfig.json',
    "import type { Port } from '@shared/port';",
    {
      'tsconfig.json': '{\n  // Ours.\n  "extends": "./tsconfig.base.json",\n}',
      'tsconfig.base.json': '{ "compilerOptions": { "paths": { "@shared/*": ["./shared/*"] } } }',
      'shared/port.ts': port,
    },
  ],
  [
    'imports of package.json',
    "import type { Port } from '#net/port';",
    { 'package.json': '{ "imports": { "#net/*": "./lib/net/*.js" } }', 'lib/net/port.ts': port },
  ],
  [
    'a package with exports',
    "import type { Port } from 'net-types/ports';",
    {
      'node_modules/net-types/package.json':
        '{ "exports": { ".": "./index.js", "./ports": { "require": "./no.cjs", "import": { "types": "./types/ports.d.ts", "default": "./ports.js" } } } }',
      'node_modules/net-types/types/ports.d.ts': port,
    },
  ],
  [
    'a package with types next to its code',
    "import type { Port } from '@net/types';",
    {
      'node_modules/@net/types/package.json': '{ "main": "./lib/index.js" }',
      'node_modules/@net/types/lib/index.d.ts': port,
    },
  ],
  [
    'a package with types in an @types package',
    "import type { Port } from '@net/types';",
    {
      'node_modules/@net/types/package.json': '{ "main": "./index.js" }',
      'node_modules/@net/types/index.js': 'module.exports = {};',
      'node_modules/@types/net__types/package.json': '{ "types": "index.d.ts" }',
      'node_modules/@types/net__types/index.d.ts': port,
    },
  ],
])('a type comes from %s', async (_, line, files) => {
  expect(await portIn(importing(line, files))).toEqual(expected);
});

test('reads a type from another workspace package and reports its problems there', async () => {
  const workspace = temporaryFolder();
  const root = join(workspace, 'operator');
  writeFolder(join(workspace, 'types'), {
    'package.json': '{ "name": "types", "exports": "./src/index.ts" }',
    'src/index.ts':
      "import type { Int32 } from '@opgen/runtime';\n// +validation:Minimun=1\nexport type Port = Int32;\n",
  });
  writeFolder(root, importing("import type { Port } from 'types';", {}));
  mkdirSync(join(workspace, 'node_modules'));
  symlinkSync(join(workspace, 'types'), join(workspace, 'node_modules', 'types'), 'dir');
  const { diagnostics, sources } = await generateManifests({ root });
  expect(diagnostics).toMatchObject([
    { code: 'OPG1101', place: { file: '../types/src/index.ts', line: 2, column: 4 } },
  ]);
  expect(sources).toEqual([own, '../types/src/index.ts']);
});

test('accepts Kubernetes types in a package and ignores its RBAC markers', async () => {
  const root = temporaryFolder();
  writeFolder(root, {
    ...importing("import type { Port } from 'net-types';", {}),
    'node_modules/net-types/package.json': '{ "types": "./index.d.ts" }',
    'node_modules/net-types/index.d.ts':
      "import type { ServicePort } from '@opgen/runtime/kinds/core/v1';\n// +rbac:groups=core,resources=pods,verbs=get;list\nexport interface Port extends Pick<ServicePort, 'name'> {}\n",
  });
  const { diagnostics, files } = await generateManifests({ root });
  expect(diagnostics).toEqual([]);
  const [definition, role] = files.map(({ content }) => content);
  expect(definition).toContain('name:');
  expect(role).not.toContain('pods');
});

test('suggests the exported name closest to a misspelt one', async () => {
  const root = temporaryFolder();
  writeFolder(
    root,
    importing("import type { Prt as Port } from '../../port.ts';", { 'src/api/port.ts': port }),
  );
  const { diagnostics } = await generateManifests({ root });
  expect(diagnostics).toMatchObject([
    { code: 'OPG1202', message: "'../../port.ts' has no type Prt", hint: "did you mean 'Port'?" },
  ]);
});

test('reports a type of a package whose JavaScript has no types', async () => {
  const root = temporaryFolder();
  writeFolder(root, {
    ...importing("import type { Port } from 'untyped';", {}),
    'node_modules/untyped/package.json': '{ "main": "./index.js" }',
    'node_modules/untyped/index.js': 'module.exports = {};',
  });
  const { diagnostics } = await generateManifests({ root });
  expect(diagnostics).toMatchObject([
    {
      code: 'OPG1205',
      message: "opgen cannot read the type Port of 'untyped'",
      hint: 'install the package, and check that it includes types',
    },
  ]);
});

test('a +opgen:descriptions marker above an import applies to its types', async () => {
  const line = "// +opgen:descriptions=none\nimport type { Port } from '../../port.ts';";
  expect(await portIn(importing(line, { 'src/api/port.ts': port }))).toEqual({ type: 'integer', minimum: 1 });
});

test('reports a marker above an import that does not apply to imports', async () => {
  const root = temporaryFolder();
  const line = "// +validation:Minimum=1\nimport type { Port } from '../../port.ts';";
  writeFolder(root, importing(line, { 'src/api/port.ts': port }));
  const { diagnostics } = await generateManifests({ root });
  expect(diagnostics).toMatchObject([
    {
      code: 'OPG1105',
      message: '+validation:Minimum must be above a field or a type, but it is above an import',
    },
    { code: 'OPG1204' },
  ]);
});
