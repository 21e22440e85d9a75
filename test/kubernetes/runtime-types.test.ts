/** The handwritten schemas of runtime types match their declarations. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { runtimeTypes } from '../../src/kubernetes/runtime-types.ts';
import { temporaryFolder, writeFolder } from '../support/folder.ts';
import { runCli } from '../support/run-cli.ts';

const repository = fileURLToPath(new URL('../..', import.meta.url));

/** The schema that opgen generates from a declaration, without descriptions. */
async function schemaOf(name: string, source: string): Promise<unknown> {
  const project = temporaryFolder();
  const declaration = readFileSync(join(repository, 'packages/runtime/src', source), 'utf8')
    .replaceAll(/^import .*$/gm, '')
    .replaceAll(/\/\*\*.*?\*\//gs, '');
  const path = 'src/api/demo/v1/database.ts';
  writeFolder(project, {
    PROJECT: 'domain: example.com\nlayout:\n- opgen/v1\nprojectName: database\nversion: "3"\n',
    [path]: `import { type CustomResource, defineKind, type Int32, type Time } from '@opgen/runtime';
${declaration}
export interface Database extends CustomResource<{ value: ${name} }> {
  apiVersion: 'demo.example.com/v1';
  kind: 'Database';
}
export const Database = defineKind<Database>({
  apiVersion: 'demo.example.com/v1',
  kind: 'Database',
  plural: 'databases',
  scope: 'Namespaced',
});
`,
  });
  const { exitCode, stderr } = await runCli(project, ['manifests']);
  expect(stderr + exitCode).toBe('0');
  const crd: unknown = parse(
    readFileSync(join(project, 'config/crd/bases/demo.example.com_databases.yaml'), 'utf8'),
  );
  const way = [
    'spec',
    'versions',
    '0',
    'schema',
    'openAPIV3Schema',
    'properties',
    'spec',
    'properties',
    'value',
  ];
  return way.reduce<unknown>((value, key) => (value as Record<string, unknown>)[key], crd);
}

test('PlansStatus', async () => {
  expect(await schemaOf('PlansStatus', 'plans/plan-status.ts')).toEqual(runtimeTypes['PlansStatus']);
});
