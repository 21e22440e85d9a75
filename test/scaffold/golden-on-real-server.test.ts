/** What `make deploy` applies, of every golden project and whole, is taken by a real API server; so is every sample. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { realServerAvailable, startRealCluster } from '@opgen/testing';
import { describe, expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
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

/** Of another project, with all of its opt-in components turned on. */
function withComponents(scenario: string): string {
  const folder = temporaryFolder();
  const files = goldenFiles(scenario);
  const path = 'config/default/kustomization.yaml';
  writeFolder(folder, { ...files, [path]: `${files[path]}  - ../prometheus\n  - ../certmanager\n` });
  return folder;
}

/** The kinds of add-ons, as if they were installed: any object of theirs is taken. */
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

/** No operator runs here that could convert: a sample is stored as it is written. */
function withoutConversion(manifest: Manifest): Manifest {
  if (manifest.kind !== 'CustomResourceDefinition') return manifest;
  return { ...manifest, spec: { ...manifest.spec, conversion: { strategy: 'None' } } };
}

/** An operator that is not there cannot be asked, and samples are to be judged by their schemas. */
function withoutWebhooks(manifests: readonly Manifest[]): Manifest[] {
  return manifests.filter(({ kind }) => !kind.endsWith('WebhookConfiguration')).map(withoutConversion);
}

describe.skipIf(!hasKubectl || !(await realServerAvailable()))('on a real API server', () => {
  test.each(scenarios)('%s is taken whole', async (scenario) => {
    await using cluster = await startRealCluster();
    const manifests = kustomized(goldenProject(scenario), 'config/default');
    expect(manifests.length).toBeGreaterThan(10);
    await expect(cluster.install(manifests)).resolves.toBeUndefined();
  });

  test.each(scenarios)('the samples of %s are taken', async (scenario) => {
    const project = goldenProject(scenario);
    const samples = Object.entries(readFolder(project))
      .filter(([path]) => /^config\/samples\/(?!kustomization).*\.yaml$/.test(path))
      .flatMap(([, text]) => documentsIn(text));
    await using cluster = await startRealCluster();
    await cluster.install(withoutWebhooks(kustomized(project, 'config/default')));
    await expect(cluster.install(samples)).resolves.toBeUndefined();
  });

  test.each(['single-api', 'webhooks', 'conversion', 'namespaced-pnpm'])(
    '%s with its opt-in components is taken whole',
    async (scenario) => {
      await using cluster = await startRealCluster();
      await cluster.install(addOns);
      const manifests = kustomized(withComponents(scenario), 'config/default');
      expect(manifests.map(({ kind }) => kind)).toEqual(
        expect.arrayContaining(['ServiceMonitor', 'Certificate', 'Issuer']),
      );
      await expect(cluster.install(manifests)).resolves.toBeUndefined();
    },
  );
});
