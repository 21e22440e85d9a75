/** `delete` is the inverse of `create`: after a random sequence of commands, nothing of a deleted resource remains. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { array, assert, nat, property, shuffledSubarray } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { loadBuiltInResources } from '../../../src/kubernetes/built-in-resources.ts';
import { controllerNamesOf } from '../../../src/project/controllers.ts';
import { readProject } from '../../../src/project/project-file.ts';
import type { ApiOptions } from '../../../src/scaffold/api/options.ts';
import { applyPlan } from '../../../src/scaffold/files/apply-plan.ts';
import { planApi } from '../../../src/scaffold/api/create-api.ts';
import { planDeleteApi } from '../../../src/scaffold/delete/delete-api.ts';
import { planDeleteControllers } from '../../../src/scaffold/delete/delete-controllers.ts';
import { planDeleteWebhook } from '../../../src/scaffold/delete/delete-webhook.ts';
import { planWebhook } from '../../../src/scaffold/webhook/create-webhook.ts';
import { typesIn } from '../../../src/scaffold/webhook/options.ts';
import { readFolder, temporaryFolder, writeFolder } from '../../support/folder.ts';
import { runCli } from '../../support/run-cli.ts';

const tree = { namespaced: true, force: false, group: 'fruit', version: 'v1', kind: 'Tree' };

const certificate = readFileSync(
  fileURLToPath(new URL('../../golden/core-and-external-types/given/certificate.crd.yaml', import.meta.url)),
  'utf8',
).replaceAll('pki.elsewhere.org', 'certs.example.net');

/** Covers the options that affect files; several entries share kinds, files or lists. */
const apis: readonly ApiOptions[] = [
  tree,
  { ...tree, version: 'v2', shortNames: ['tr'] },
  { ...tree, controllerName: 'pruner' },
  { ...tree, version: 'v2', controllerName: 'picker' },
  { ...tree, group: 'paper', categories: ['all'], singular: 'treetrunk' },
  { ...tree, group: '', kind: 'Orchard', namespaced: false, plural: 'orchardes' },
  { ...tree, kind: 'Jam', deployImage: { image: 'jam:1', containerPort: '80', command: ['cook', "it's"] } },
  { ...tree, group: 'apps', kind: 'Deployment', resource: false },
  {
    ...tree,
    group: 'pki',
    kind: 'Certificate',
    external: { domain: 'elsewhere.org', module: '@elsewhere/pki' },
  },
  {
    ...tree,
    group: 'certs',
    kind: 'Certificate',
    plural: 'certificates',
    controllerName: 'renewal',
    external: { domain: 'example.net', crd: { file: 'crd.yaml', text: certificate } },
  },
];

const init =
  'init --domain example.com --project-name orchard --license mit --owner Pomona --no-install --no-git';
const builtIns = loadBuiltInResources();

async function emptyProject(): Promise<Record<string, string>> {
  const folder = temporaryFolder();
  expect((await runCli(folder, init.split(' '))).exitCode).toBe(0);
  return readFolder(folder);
}

function create(folder: string, options: ApiOptions): void {
  applyPlan(folder, planApi(folder, options, builtIns).changes);
}

/** Creates all possible webhooks for the n-th kind in PROJECT. */
function createWebhooks(folder: string, choice: number): void {
  const { resources } = readProject(folder);
  const { group, version, kind } = resources[choice % resources.length] ?? tree;
  const types = (['defaulting', 'validation'] as const).slice(choice % 2);
  const options = { group, version, kind, types, spokes: [] };
  applyPlan(folder, planWebhook(folder, options, builtIns).changes);
}

/** Creates a conversion for the n-th kind in PROJECT if it has other versions and no conversion yet. */
function createConversion(folder: string, choice: number): void {
  const { resources } = readProject(folder);
  const hub = resources[choice % resources.length];
  const versions = resources.filter(
    (known) => known.api !== undefined && known.group === hub?.group && known.kind === hub.kind,
  );
  const spokes = versions.filter((known) => known !== hub).map(({ version }) => version);
  if (hub?.api === undefined || spokes.length === 0) return;
  if (versions.some(({ webhooks }) => webhooks?.conversion === true)) return;
  const { group, version, kind } = hub;
  const options = { group, version, kind, types: ['conversion'] as const, spokes };
  applyPlan(folder, planWebhook(folder, options, builtIns).changes);
}

/** Deletes all webhooks of the n-th kind in PROJECT, or those of one type. */
function deleteWebhooks(folder: string, choice: number): void {
  const { resources } = readProject(folder);
  const resource = resources[choice % resources.length];
  const types = typesIn(resource?.webhooks);
  if (resource === undefined || types.length === 0) return;
  const { group, version, kind } = resource;
  const some = choice % 2 === 0 ? [] : types.slice(0, 1);
  const { changes, kept } = planDeleteWebhook(folder, { group, version, kind, types: some });
  expect(kept).toEqual([]);
  applyPlan(folder, changes);
}

/** Deletes one controller of the n-th kind in PROJECT if it has several. */
function deleteController(folder: string, choice: number): void {
  const { resources } = readProject(folder);
  const resource = resources[choice % resources.length];
  const names = resource === undefined ? [] : controllerNamesOf(resource);
  if (resource === undefined || names.length < 2) return;
  const { group, version, kind } = resource;
  const name = names[choice % names.length] ?? '';
  const { changes, kept } = planDeleteControllers(folder, { group, version, kind, names: [name] });
  expect(kept).toEqual([]);
  applyPlan(folder, changes);
}

/** Deletes the n-th kind in PROJECT. A kept file is a failure, because no file was changed. */
function deleteOne(folder: string, choice: number): void {
  const { resources } = readProject(folder);
  const { group, version, kind } = resources[choice % resources.length] ?? tree;
  const same = resources.filter((known) => known.group === group && known.kind === kind);
  // A spoke can be deleted only together with its hub.
  const isConverted = same.some(({ webhooks }) => webhooks?.conversion === true);
  const versions = isConverted ? same.map((known) => known.version) : [version];
  const { changes, kept } = planDeleteApi(folder, { group, versions, kind, force: true });
  expect(kept).toEqual([]);
  applyPlan(folder, changes);
}

const someApis = shuffledSubarray([...apis], { minLength: 1 });
const choices = array(nat(20), { minLength: 8, maxLength: 8 });
const someWebhooks = array(nat(20), { maxLength: 3 });

describe('create and delete', () => {
  test('leave no trace, in any order', async () => {
    const empty = await emptyProject();
    assert(
      property(someApis, someWebhooks, choices, (made, webhooks, order) => {
        const folder = temporaryFolder();
        writeFolder(folder, empty);
        for (const options of made) create(folder, options);
        for (const choice of webhooks) {
          createWebhooks(folder, choice);
          createConversion(folder, choice);
        }
        for (const choice of webhooks.slice(1)) {
          deleteWebhooks(folder, choice);
          deleteController(folder, choice);
        }
        for (const choice of order) if (readProject(folder).resources.length > 0) deleteOne(folder, choice);
        expect(readFolder(folder)).toEqual(empty);
      }),
      { numRuns: 12 },
    );
  });

  test('do not change existing resources', async () => {
    const empty = await emptyProject();
    assert(
      property(someApis, nat(20), (made, choice) => {
        const folder = temporaryFolder();
        writeFolder(folder, empty);
        // A new version of an existing kind would share its controller, so the added resource has another kind.
        const added: ApiOptions = { ...tree, group: 'meadow', kind: 'Flower' };
        for (const options of made) create(folder, options);
        const before = readFolder(folder);
        create(folder, added);
        if (choice % 2 === 0) create(folder, { ...added, controllerName: 'gardener' });
        const { changes } = planDeleteApi(folder, { ...added, versions: ['v1'] });
        applyPlan(folder, changes);
        expect(readFolder(folder)).toEqual(before);
      }),
      { numRuns: 8 },
    );
  });
});
