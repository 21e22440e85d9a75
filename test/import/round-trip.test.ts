import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CustomResourceDefinition } from '@opgen/rules/definitions';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { realServerAvailable } from '../../packages/testing/src/envtest/availability.ts';
import type { RealCluster } from '../../packages/testing/src/envtest/real-cluster.ts';
import { sharedRealCluster } from '../../packages/testing/src/envtest/shared-real-cluster.ts';
import { importCustomResourceDefinition } from '../../src/import/import-definition.ts';
import { readDefinitions } from '../../src/import/read-definitions.ts';
import { definitionsOfSources } from '../../src/manifests/definitions-of-sources.ts';
import { temporaryFolder, writeFolder } from '../support/folder.ts';
import { comparable } from './comparable.ts';
import { depthOf, shapesOf } from './shapes.ts';

const serverAvailable = await realServerAvailable();

const repository = fileURLToPath(new URL('../..', import.meta.url));

/** CRDs written for these tests, stored in the repository. */
const own = definitionsIn(join(repository, 'test/import/crds'));

/** CRDs of cert-manager, the Prometheus operator and Strimzi, stored outside the repository. */
const popular = definitionsIn(join(repository, '../shared/crds'));
if (popular.length === 0)
  console.warn('The CRDs of popular operators are skipped: ../shared/crds is missing.');

function definitionsIn(folder: string): CustomResourceDefinition[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.yaml'))
    .flatMap((path) => readDefinitions(readFileSync(join(folder, path), 'utf8'), path));
}

/** The imported types of each CRD, and the CRD generated from them. */
const regeneratedByDefinition = new Map<CustomResourceDefinition, ReturnType<typeof regenerate>>();

function regenerated(definition: CustomResourceDefinition): ReturnType<typeof regenerate> {
  const known = regeneratedByDefinition.get(definition) ?? regenerate(definition);
  regeneratedByDefinition.set(definition, known);
  return known;
}

async function regenerate(definition: CustomResourceDefinition) {
  const imported = importCustomResourceDefinition(definition);
  return { imported, generated: await definitionsOfSources(imported) };
}

const shapesOfAll = (definitions: readonly CustomResourceDefinition[]) =>
  new Set(definitions.flatMap((definition) => [...shapesOf(definition)]));

test('finds all CRDs written for these tests', () => {
  expect(own.map(({ spec }) => spec.names.kind).toSorted()).toEqual([
    'Garden',
    'Line',
    'Parcel',
    'Telescope',
  ]);
});

describe.skipIf(popular.length === 0)(
  'the CRDs written for these tests, compared with those of popular operators,',
  () => {
    test('combine keywords in the same ways', () => {
      expect(popular).toHaveLength(22);
      const ours = shapesOfAll(own);
      expect([...shapesOfAll(popular)].filter((shape) => !ours.has(shape))).toEqual([]);
    });

    test('are as deeply nested', () => {
      expect(Math.max(...own.map(depthOf))).toBeGreaterThanOrEqual(Math.max(...popular.map(depthOf)));
    });
  },
);

const suites: [string, CustomResourceDefinition[]][] = [['our own CRDs', own]];
if (popular.length > 0) suites.push(['the CRDs of popular operators', popular]);

describe.each(suites)('%s', (_, definitions) => {
  test.each(definitions.map((definition) => [definition.metadata.name, definition] as const))(
    '%s is unchanged after import and generation',
    async (_, definition) => {
      const { imported, generated } = await regenerated(definition);
      expect(imported.flatMap(({ losses }) => losses)).toEqual([]);
      expect(generated.diagnostics).toEqual([]);
      expect(generated.definitions.map(comparable)).toEqual([comparable(definition)]);
    },
  );

  test('import to types that compile in strict mode and are formatted', async () => {
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
  });

  describe.skipIf(!serverAvailable)('on a real kube-apiserver', () => {
    let cluster: RealCluster;
    beforeAll(async () => void (cluster = await sharedRealCluster()));
    afterAll(() => cluster.stop());

    test.each(definitions.map((definition) => [definition.metadata.name, definition] as const))(
      'the server accepts the generated CRD of %s',
      async (_, definition) => {
        const { definitions: generated } = (await regenerated(definition)).generated;
        expect(generated).toHaveLength(1);
        expect(await refusalOf(generated[0] as CustomResourceDefinition)).toBeUndefined();
      },
    );

    /** The response of the server to a dry-run create; empty if it accepts the CRD. */
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
