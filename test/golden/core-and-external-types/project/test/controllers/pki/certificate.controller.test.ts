// SPDX-License-Identifier: Apache-2.0

import { createLogger, done } from '@opgen/runtime';
import { startCluster } from '@opgen/testing';
import { expect, test } from 'vitest';
import { CertificateReconciler } from '../../../src/controllers/pki/certificate.controller.ts';

// The API server runs in this process: no cluster and no container needed.
test('a reconcile after a Certificate was deleted does nothing', async () => {
  await using cluster = await startCluster({ crds: 'config/crd/external' });
  const reconciler = new CertificateReconciler(cluster.client);
  const context = { log: createLogger(), signal: new AbortController().signal, causes: [] };

  expect(await reconciler.reconcile({ name: 'gone', namespace: 'default' }, context)).toBe(done);
});
