// Copyright 2026 Pomona
// SPDX-License-Identifier: MIT

import { roundTrips, samplesOf, startCluster, type TestCluster } from '@opgen/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Memcached } from '../../../src/api/cache/v1/memcached.ts';
import { serveWebhooks } from '../serve-webhooks.ts';
import { Memcached as MemcachedV1alpha1 } from '../../../src/api/cache/v1alpha1/memcached.ts';
import {
  MemcachedV1alpha1Converter,
  MemcachedV1beta1Converter,
} from '../../../src/webhooks/cache/memcached.conversion.ts';
import { Memcached as MemcachedV1beta1 } from '../../../src/api/cache/v1beta1/memcached.ts';
// +scaffold:imports

const crds = 'config/crd/bases';

// Valid objects that are generated from the schemas of both versions; each run gets the same ones.
test('no data is lost between v1 and v1alpha1', async () => {
  await roundTrips(new MemcachedV1alpha1Converter(), { hub: Memcached, spoke: MemcachedV1alpha1, crds });
});

// Valid objects that are generated from the schemas of both versions; each run gets the same ones.
test('no data is lost between v1 and v1beta1', async () => {
  await roundTrips(new MemcachedV1beta1Converter(), { hub: Memcached, spoke: MemcachedV1beta1, crds });
});
// +scaffold:tests

// The API server runs in this process: no cluster and no container needed.
describe('on an API server', () => {
  const ending = new AbortController();
  let cluster: TestCluster;

  beforeAll(async () => {
    cluster = await startCluster({ crds });
    await serveWebhooks(cluster, ending.signal);
  });

  afterAll(async () => {
    ending.abort();
    await cluster.stop();
  });

  test('v1alpha1 is stored as v1 and read back unchanged', async () => {
    const [sample] = await samplesOf(MemcachedV1alpha1, { crds, count: 1 });
    const metadata = { name: 'from-v1alpha1', namespace: 'default' };
    await cluster.client.create(MemcachedV1alpha1, { ...sample!, metadata });
    const { spec } = await cluster.client.get(MemcachedV1alpha1, metadata);
    expect(spec).toEqual(sample!.spec);
  });

  test('v1beta1 is stored as v1 and read back unchanged', async () => {
    const [sample] = await samplesOf(MemcachedV1beta1, { crds, count: 1 });
    const metadata = { name: 'from-v1beta1', namespace: 'default' };
    await cluster.client.create(MemcachedV1beta1, { ...sample!, metadata });
    const { spec } = await cluster.client.get(MemcachedV1beta1, metadata);
    expect(spec).toEqual(sample!.spec);
  });
  // +scaffold:server-tests
});
