import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Disk } from '../../src/disk/disk.ts';
import { loadBuiltInResources } from '../../src/kubernetes/built-in-resources.ts';
import { customResourceDefinitions } from '../../src/manifests/custom-resource-definition.ts';
import { KnownResources } from '../../src/manifests/known-resources.ts';
import { readOperator } from '../../src/manifests/read-operator.ts';
import { roles } from '../../src/manifests/role.ts';
import { webhookConfigurations } from '../../src/manifests/webhooks.ts';
import { writeYaml } from '../../src/manifests/write-yaml.ts';
import { buildModel } from '../../src/model/build-model.ts';
import { Origins } from '../../src/schema/origins.ts';
import { loadServerRules, type ServerRules } from '../../src/schema/server-rules.ts';
import { readSourceFile } from '../../src/source/read-source-file.ts';
import type { SourceFile } from '../../src/source/source-file.ts';
import { goldenWorkspace, scenarios } from '../support/golden.ts';

const projects = goldenWorkspace(scenarios);
afterAll(() => rmSync(projects, { recursive: true, force: true }));

const cases = fileURLToPath(new URL('../schema/cases', import.meta.url));

/** The sources below a folder, as the files of one project. */
function sourcesBelow(folder: string, isSource: (path: string) => boolean): SourceFile[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(isSource)
    .map((path) => readSourceFile(`src/${path}`, readFileSync(join(folder, path), 'utf8')));
}

const resources = loadBuiltInResources();
let server: ServerRules;
beforeAll(async () => {
  server = await loadServerRules(true);
});

/** All files and diagnostics generated from sources in this order. */
function written(root: string, sources: readonly SourceFile[]): unknown {
  const problems: Parameters<typeof buildModel>[2] = [];
  const { ofModules, ...operator } = readOperator(root, new Disk());
  const model = buildModel(sources, { resources, ofModules }, problems);
  const context = { known: new KnownResources(model.kinds, resources), problems, ...operator };
  const schemas = { facts: undefined, problems, origins: new Origins(), server };
  const objects = [
    ...customResourceDefinitions(model, schemas),
    ...[...roles(model.fileMarkers, { ...context, isMoved: () => false })].flatMap(([, each]) => each),
    ...webhookConfigurations(model, { ...context, wrongInExpression: () => undefined }),
  ];
  return {
    text: writeYaml(objects, ''),
    problems: problems.map((problem) => JSON.stringify(problem)).toSorted(),
  };
}

describe.each([
  ['all schema cases', projects, sourcesBelow(cases, (path) => path.endsWith('types.ts'))],
  ...scenarios.map((name): [string, string, SourceFile[]] => {
    const root = join(projects, name);
    return [name, root, sourcesBelow(join(root, 'src'), (path) => path.endsWith('.ts'))];
  }),
])('%s', (_, root, sources) => {
  test('generate the same manifests in any file order', () => {
    const expected = written(root, sources);
    fc.assert(
      fc.property(fc.shuffledSubarray(sources, { minLength: sources.length }), (shuffled) => {
        expect(written(root, shuffled)).toEqual(expected);
      }),
      { numRuns: 8 },
    );
  });
});
