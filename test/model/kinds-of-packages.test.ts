import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { generateManifests } from '../../src/manifests/generate.ts';
import { projectFile } from '../support/project-file.ts';
import { temporaryFolder, writeFolder } from '../support/folder.ts';

const type = `export interface Certificate extends KubernetesObject {
  apiVersion: 'cert-manager.io/v1';
  kind: 'Certificate';
}
`;
const properties =
  "{ apiVersion: 'cert-manager.io/v1', kind: 'Certificate', plural: 'certificates', scope: 'Namespaced' }";
const source = `import { defineKind, type KubernetesObject } from '@opgen/runtime';
${type}export const Certificate = defineKind<Certificate>(${properties});
`;
const declared = `import { type Kind, type KubernetesObject } from '@opgen/runtime';
${type}export declare const Certificate: Kind<Certificate>;
`;
const code = `import { defineKind } from '@opgen/runtime';
export const Certificate = defineKind(${properties});
`;
const compiled = {
  'node_modules/certs/package.json':
    '{ "exports": { ".": { "types": "./dist/index.d.ts", "default": "./dist/index.js" } } }',
  'node_modules/certs/dist/index.d.ts': declared,
  'node_modules/certs/dist/index.js': code,
};
const path = 'src/webhooks/certificate.ts';

function project(importLine: string, files: Record<string, string>): Record<string, string> {
  const validator = 'export class A implements Validator<Certificate> {}\n';
  return {
    PROJECT: projectFile,
    [path]: `import type { Validator } from '@opgen/runtime';\n${importLine}\n${validator}`,
    ...files,
  };
}

const rule = {
  apiGroups: ['cert-manager.io'],
  apiVersions: ['v1'],
  resources: ['certificates'],
  operations: ['CREATE', 'UPDATE'],
};

async function ruleOf(root: string): Promise<unknown> {
  const { diagnostics, files } = await generateManifests({ root });
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  const file = files.find((each) => each.path.startsWith('config/webhook/'));
  return parse(file?.content ?? '').webhooks[0].rules[0];
}

test.each<[string, string, Record<string, string>]>([
  ['with compiled code', "import type { Certificate } from 'certs';", compiled],
  ['through a value import', "import { Certificate } from 'certs';", compiled],
  [
    'under another name',
    "import type { Certificate as Cert } from 'certs';\ntype Certificate = Cert;",
    compiled,
  ],
  [
    'that re-exports it',
    "import type { Certificate } from 'certs';",
    {
      ...compiled,
      'node_modules/certs/dist/index.d.ts': "export { Certificate } from './kinds/certificate.js';",
      'node_modules/certs/dist/kinds/certificate.d.ts': declared,
      'node_modules/certs/dist/kinds/certificate.js': code,
    },
  ],
  [
    'in CommonJS',
    "import type { Certificate } from 'certs';",
    {
      'node_modules/certs/package.json': '{ "main": "./index.cjs", "types": "./index.d.cts" }',
      'node_modules/certs/index.d.cts': declared,
      'node_modules/certs/index.cjs': code.replace(
        /^import.*\n/,
        "const { defineKind } = require('@opgen/runtime');\n",
      ),
    },
  ],
  [
    'with unknown markers',
    "import type { Certificate } from 'certs';",
    {
      ...compiled,
      'node_modules/certs/dist/index.d.ts': declared.replace(
        'export interface',
        '// +resurce\nexport interface',
      ),
    },
  ],
  [
    'or of a file outside src',
    "import type { Certificate } from '../../lib/certificate.ts';",
    { 'lib/certificate.ts': source },
  ],
])('a webhook may handle a kind of a package %s', async (_, importLine, files) => {
  const root = temporaryFolder();
  writeFolder(root, project(importLine, files));
  expect(await ruleOf(root)).toEqual(rule);
});

test('a webhook may handle a kind of another package of the workspace', async () => {
  const workspace = temporaryFolder();
  const root = join(workspace, 'operator');
  writeFolder(join(workspace, 'certs'), {
    'package.json': '{ "name": "certs", "exports": "./src/index.ts" }',
    'src/index.ts': source.replace('extends KubernetesObject', 'extends CustomResource<object>'),
  });
  writeFolder(root, project("import type { Certificate } from 'certs';", {}));
  mkdirSync(join(workspace, 'node_modules'));
  symlinkSync(join(workspace, 'certs'), join(workspace, 'node_modules', 'certs'), 'dir');
  expect(await ruleOf(root)).toEqual(rule);
});

test.each<[string, Record<string, string>, object]>([
  [
    'is hidden in a bundle',
    { ...compiled, 'node_modules/certs/dist/index.js': 'export{a as Certificate}from"./chunk.js";' },
    {
      message: "the kind Certificate of 'certs' cannot be read",
      hint: 'run opgen create api --external-api-module certs to import it',
    },
  ],
  [
    'is not exported',
    { ...compiled, 'node_modules/certs/dist/index.d.ts': declared.replaceAll('Certificate', 'Certificat') },
    { message: "Certificate of 'certs' is not a kind", hint: "did you mean 'Certificat'?" },
  ],
])('reports a kind that %s, with a hint', async (_, files, problem) => {
  const root = temporaryFolder();
  writeFolder(root, project("import type { Certificate } from 'certs';", files));
  const { diagnostics } = await generateManifests({ root });
  expect(diagnostics).toMatchObject([{ code: 'OPG1301', place: { file: path, line: 3 }, ...problem }]);
});
