// SPDX-License-Identifier: Apache-2.0

import { createLogger, done } from '@opgen/runtime';
import { startCluster } from '@opgen/testing';
import { expect, test } from 'vitest';
import { Certificate } from '../../../src/external/pki/v1/certificate.ts';
import { CertificateReconciler } from '../../../src/controllers/pki/certificate.controller.ts';

// The API server runs in this process: no cluster and no container needed.
test('reconciles a Certificate, and does nothing after it was deleted', async () => {
  await using cluster = await startCluster({ crds: 'config/crd/external' });
  const reconciler = new CertificateReconciler(cluster.client);
  const context = { log: createLogger(), signal: new AbortController().signal, causes: [] };
  const key = { name: 'sample', namespace: 'default' };

  await cluster.client.create(Certificate, {
    metadata: key,
    spec: { secretName: 'sample', issuer: { name: 'sample' } },
  });
  expect(await reconciler.reconcile(key, context)).toBe(done);

  await cluster.client.delete(Certificate, key);
  expect(await reconciler.reconcile(key, context)).toBe(done);
});
