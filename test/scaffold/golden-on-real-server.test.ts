/** A real API server accepts everything that `make deploy` applies for every golden project, and every sample. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { type RealCluster, realServerAvailable, startRealCluster } from '@opgen/testing';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { deleteAll } from '../../packages/testing/src/envtest/delete-all.ts';
import { readFolder, temporaryFolder, writeFolder } from '../support/folder.ts';
import { goldenFiles, goldenProject, scenarios } from '../support/golden.ts';

const hasKubectl = spawnSync('kubectl', ['version', '--client']).status === 0;

interface Manifest {
  kind: string;
  metadata: { name: string };
  spec?: Record<string, unknown>;
}

function documentsIn(text: string): Manifest[] {
  return parseAllDocuments(text)
    .map((document) => document.toJS() as Manifest | null)
    .filter((manifest) => manifest !== null && manifest.kind !== undefined) as Manifest[];
}

function kustomized(project: string, overlay: string): Manifest[] {
  const { status, stderr, stdout } = spawnSync('kubectl', ['kustomize', join(project, overlay)], {
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  expect(status).toBe(0);
  return documentsIn(stdout);
}

/** A copy of the project with all of its opt-in components enabled. */
function withComponents(scenario: string): string {
  const folder = temporaryFolder();
  const files = goldenFiles(scenario);
  const path = 'config/default/kustomization.yaml';
  writeFolder(folder, { ...files, [path]: `${files[path]}  - ../prometheus\n  - ../certmanager\n` });
  return folder;
}

/** A CRD of an add-on that accepts any object. */
function permissiveCrd(group: string, kind: string, plural: string): object {
  const schema = { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } };
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.${group}` },
    spec: {
      group,
      names: { kind, plural, singular: kind.toLowerCase() },
      scope: 'Namespaced',
      versions: [{ name: 'v1', served: true, storage: true, schema }],
    },
  };
}

const addOns = [
  permissiveCrd('monitoring.coreos.com', 'ServiceMonitor', 'servicemonitors'),
  permissiveCrd('cert-manager.io', 'Certificate', 'certificates'),
  permissiveCrd('cert-manager.io', 'Issuer', 'issuers'),
];

/** No operator runs here that could convert objects. */
function withoutConversion(manifest: Manifest): Manifest {
  if (manifest.kind !== 'CustomResourceDefinition') return manifest;
  return { ...manifest, spec: { ...manifest.spec, conversion: { strategy: 'None' } } };
}

/** No operator runs here that could answer webhooks, and only the schemas should decide about samples. */
function withoutWebhooks(manifests: readonly Manifest[]): Manifest[] {
  return manifests.filter(({ kind }) => !kind.endsWith('WebhookConfiguration')).map(withoutConversion);
}

describe.skipIf(!hasKubectl || !(await realServerAvailable()))('a real API server', () => {
  let cluster: RealCluster;
  let builtInGroups: readonly string[];
  // Tests run one after another on one server, which takes seconds to start.
  beforeAll(async () => {
    cluster = await startRealCluster();
    builtInGroups = await groups();
  });
  afterAll(() => cluster.stop());
  afterEach(async () => {
    await deleteAll(cluster.transport, new Set());
    await expect.poll(groups).toEqual(builtInGroups);
  });

  async function groups(): Promise<readonly string[]> {
    const response = await cluster.transport.request({ method: 'GET', path: '/apis' });
    const list = JSON.parse(await response.text()) as { groups: { name: string }[] };
    return list.groups.map(({ name }) => name).toSorted();
  }

  test.each(scenarios)('accepts all manifests and samples of %s', async (scenario) => {
    const project = goldenProject(scenario);
    const manifests = kustomized(project, 'config/default');
    expect(manifests.length).toBeGreaterThan(10);
    const samples = Object.entries(readFolder(project))
      .filter(([path]) => /^config\/samples\/(?!kustomization).*\.yaml$/.test(path))
      .flatMap(([, text]) => documentsIn(text));
    await cluster.install(withoutWebhooks(manifests));
    await expect(cluster.install(samples)).resolves.toBeUndefined();
    await expect(cluster.install(manifests)).resolves.toBeUndefined();
  });

  test.each(['single-api', 'webhooks', 'conversion', 'namespaced-pnpm'])(
    'accepts all manifests of %s with its opt-in components',
    async (scenario) => {
      await cluster.install(addOns);
      const manifests = kustomized(withComponents(scenario), 'config/default');
      expect(manifests.map(({ kind }) => kind)).toEqual(
        expect.arrayContaining(['ServiceMonitor', 'Certificate', 'Issuer']),
      );
      await expect(cluster.install(manifests)).resolves.toBeUndefined();
    },
  );
});
