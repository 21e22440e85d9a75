import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startCluster, type TestCluster } from '@opgen/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ProjectInCluster } from '../../src/dev/project-in-cluster.ts';
import { goldenFiles } from '../support/golden.ts';
import { temporaryFolder, writeFolder } from '../support/folder.ts';

const definition = 'config/crd/bases/cache.example.com_memcacheds.yaml';
const memcacheds = '/apis/cache.example.com/v1alpha1/namespaces/default/memcacheds';

let cluster: TestCluster;
let root: string;
let project: ProjectInCluster;

beforeEach(async () => {
  cluster = await startCluster();
  root = temporaryFolder();
  writeFolder(root, goldenFiles('single-api'));
  project = new ProjectInCluster({ cluster, root, name: 'demo', namespaced: false, webhooks: undefined });
});

afterEach(() => cluster.stop());

async function statusOf(path: string): Promise<number> {
  const response = await cluster.transport.request({ method: 'GET', path });
  await response.text();
  return response.status;
}

test('the CRDs, the roles with their prefix, and the samples of a project are applied', async () => {
  expect(await project.apply()).toEqual([]);
  expect(await statusOf(memcacheds)).toBe(200);
  expect(await statusOf('/apis/rbac.authorization.k8s.io/v1/clusterroles/demo-manager-role')).toBe(200);
  expect(await statusOf('/api/v1/namespaces/demo-system/serviceaccounts/demo-controller-manager')).toBe(200);
  expect(await project.applySamples()).toEqual(['Memcached default/memcached-sample']);
});

test('samples of a kind without namespaces are named without one', async () => {
  writeFolder(root, goldenFiles('cluster-scoped'));
  await project.apply();
  expect(await project.applySamples()).toContain('Tree tree-sample');
});

test('a change that breaks stored objects is reported, and one without stored objects is not', async () => {
  await project.apply();
  const text = readFileSync(join(root, definition), 'utf8');
  const stricter = text.replace(/^( +)minimum: \d+$/m, '$1minimum: 1');
  expect(stricter).not.toBe(text);
  writeFileSync(join(root, definition), stricter);
  expect(await project.apply()).toEqual([]);

  writeFileSync(join(root, definition), text);
  await project.apply();
  await project.applySamples();
  writeFileSync(join(root, definition), stricter);
  expect(await project.apply()).toMatchObject([
    {
      code: 'OPG4024',
      severity: 'warning',
      message: expect.stringContaining('memcacheds.cache.example.com'),
    },
  ]);
});
