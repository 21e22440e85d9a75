import { createClient } from '@opgen/runtime';
import { startCluster } from '@opgen/testing';
import { expect, test } from 'vitest';
import { chooseKinds, kindsOfProject } from '../../../src/dev/page/kinds-of-project.ts';
import { temporaryFolder, writeFolder } from '../../support/folder.ts';
import { shopProject } from './shop.ts';

test('the page watches the kinds of the CRDs and the role, and what Kubernetes creates for them', async () => {
  const root = temporaryFolder();
  writeFolder(root, shopProject);
  await using cluster = await startCluster({ crds: `${root}/config/crd/bases` });
  const served = await createClient(cluster.transport).discover();
  const chosen = chooseKinds(served, kindsOfProject(root));
  expect(
    chosen.map(({ kind, own }) => `${kind.apiVersion} ${kind.kind}${own ? ' (own)' : ''}`).toSorted(),
  ).toEqual([
    'apps/v1 Deployment',
    'apps/v1 ReplicaSet',
    'example.com/v1 Shop (own)',
    'v1 Event',
    'v1 Node',
    'v1 Pod',
    'v1 Secret',
  ]);
});

test('a project without manifests declares no kinds', () => {
  const { own, watched } = kindsOfProject(temporaryFolder());
  expect([...own, ...watched]).toEqual([]);
});
