import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { temporaryFolder, writeFolder } from '../support/folder.ts';
import { projectFile } from '../support/project-file.ts';
import { runCli } from '../support/run-cli.ts';

const types = `import { type CustomResource, defineKind } from '@opgen/runtime';
import type { EnvVarSource } from '@opgen/runtime/kinds/core/v1';

export interface MemcachedSpec {
  password: EnvVarSource;
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
const models = 'node_modules/@kubernetes/client-node/dist/gen/models';

function newProject(more: Record<string, string> = {}): string {
  const folder = temporaryFolder();
  writeFolder(folder, { PROJECT: projectFile, 'src/api/cache/v1/memcached.ts': types, ...more });
  return folder;
}

interface Definition {
  spec: { versions: { schema: { openAPIV3Schema: Schema } }[] };
}

interface Schema {
  description?: string;
  properties: Record<string, Schema>;
}

/** The schema of a field with a Kubernetes type. */
async function passwordAs(flags: readonly string[], folder = newProject()): Promise<Schema | undefined> {
  const run = await runCli(folder, ['manifests', '--stdout', '--only', 'crd', ...flags]);
  expect(run).toMatchObject({ exitCode: 0, stderr: '' });
  const { spec } = parse(run.stdout) as Definition;
  return spec.versions[0]?.schema.openAPIV3Schema.properties['spec']?.properties['password'];
}

describe('Kubernetes types', () => {
  test.each([
    [['--kubernetes-version', '1.33'], false],
    [['--kubernetes-version', 'v1.34.1'], true],
    [[], true],
  ])('have the fields of the minor version selected with %j', async (flags, hasFiles) => {
    const password = await passwordAs(flags);
    expect(Object.keys(password?.properties ?? {}).includes('fileKeyRef')).toBe(hasFiles);
  });

  test('of an unknown minor version are rejected', async () => {
    const run = await runCli(newProject(), ['manifests', '--kubernetes-version', '1.20']);
    expect(run.exitCode).toBe(1);
    expect(run.stderr).toContain('hint: use one of 1.33, 1.34, 1.35, 1.36');
  });

  test('get descriptions from the installed client only with --kubernetes-docs', async () => {
    const source = 'export declare class V1EnvVarSource {\n}';
    const folder = newProject({ [`${models}/V1EnvVarSource.d.ts`]: `/**\n* Where it is.\n*/\n${source}\n` });
    expect(await passwordAs(['--kubernetes-docs'], folder)).toHaveProperty('description', 'Where it is.');
    expect(await passwordAs([], folder)).not.toHaveProperty('description');
  });

  test('get no descriptions if no client is installed', async () => {
    const run = await runCli(newProject(), ['manifests', '--kubernetes-docs']);
    expect(run.exitCode).toBe(1);
    expect(run.stderr).toContain('error OPG2603 --kubernetes-docs needs the package @kubernetes/client-node');
  });
});
