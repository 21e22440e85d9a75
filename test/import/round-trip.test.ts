import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { realServerAvailable } from '../../packages/testing/src/envtest/availability.ts';
import type { RealCluster } from '../../packages/testing/src/envtest/real-cluster.ts';
import { sharedRealCluster } from '../../packages/testing/src/envtest/shared-real-cluster.ts';
import { importCustomResourceDefinition } from '../../src/import/import-definition.ts';
import { readDefinitions } from '../../src/import/read-definitions.ts';
import type { CustomResourceDefinition } from '../../src/kubernetes/custom-resource-definition.ts';
import { definitionsOfSources } from '../../src/manifests/definitions-of-sources.ts';
import { temporaryFolder, writeFolder } from '../support/folder.ts';
import { comparable } from './comparable.ts';

const serverIsThere = await realServerAvailable();
const repository = fileURLToPath(new URL('../..', import.meta.url));
const folder = join(repository, '../shared/crds');

/** CRDs of operators that many use. */
const files = existsSync(folder)
  ? readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.yaml'))
  : [];

describe.skipIf(files.length === 0)('the CRDs of cert-manager, the Prometheus operator and Strimzi', () => {
  const definitions = files.flatMap((path) =>
    readDefinitions(readFileSync(join(folder, path), 'utf8'), path),
  );

  test('are all there', () => expect(definitions).toHaveLength(22));

  test.each(definitions.map((definition) => [definition.metadata.name, definition] as const))(
    '%s is the same after it was imported and generated again',
    async (_, definition) => {
      const imported = importCustomResourceDefinition(definition);
      expect(imported.flatMap(({ unsaid }) => unsaid)).toEqual([]);
      const { definitions: made, diagnostics } = await definitionsOfSources(imported);
      expect(diagnostics).toEqual([]);
      expect(made.map(comparable)).toEqual([comparable(definition)]);
    },
  );

  test('have types that a strict compiler accepts and a formatter leaves alone', async () => {
    const types = definitions.flatMap((definition) => importCustomResourceDefinition(definition));
    const project = temporaryFolder();
    writeFolder(project, {
      ...Object.fromEntries(types.map(({ content, path }) => [path, content])),
      'package.json': '{ "type": "module" }',
      'tsconfig.json': JSON.stringify({
        extends: join(repository, 'tsconfig.json'),
        compilerOptions: {
          noEmit: true,
          types: [],
          paths: { '@opgen/runtime': [join(repository, 'packages/runtime/src/index.ts')] },
        },
        include: ['src'],
      }),
      '.prettierrc.json': readFileSync(join(repository, '.prettierrc.json'), 'utf8'),
    });
    const run = (program: string, ...args: string[]) =>
      execa(join(repository, 'node_modules/.bin', program), args, { cwd: project, reject: false });
    const compiled = await run('tsc', '--project', project);
    expect(compiled.stdout).toBe('');
    const formatted = await run('prettier', '--list-different', 'src');
    expect(formatted.stdout).toBe('');
  }, 120_000);

  describe.skipIf(!serverIsThere)('on a real kube-apiserver', () => {
    let cluster: RealCluster;
    beforeAll(async () => void (cluster = await sharedRealCluster()), 60_000);
    afterAll(() => cluster.stop());

    test.each(definitions.map((definition) => [definition.metadata.name, definition] as const))(
      '%s is accepted as it was generated',
      async (_, definition) => {
        const { definitions: made } = await definitionsOfSources(importCustomResourceDefinition(definition));
        expect(made).toHaveLength(1);
        expect(await refusalOf(made[0] as CustomResourceDefinition)).toBeUndefined();
      },
    );

    /** What the server says when it is asked to create it, and creates nothing. */
    async function refusalOf(definition: CustomResourceDefinition): Promise<unknown> {
      const response = await cluster.transport.request({
        method: 'POST',
        path: '/apis/apiextensions.k8s.io/v1/customresourcedefinitions?dryRun=All&fieldValidation=Strict',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(definition),
      });
      return response.status === 201 ? undefined : response;
    }
  });
});
