// SPDX-License-Identifier: Apache-2.0

import { roundTrips, samplesOf, startCluster, type TestCluster } from '@opgen/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DemoApplication } from '../../../src/api/demo/v1/demo-application.ts';
import { serveWebhooks } from '../serve-webhooks.ts';
import { DemoApplication as DemoApplicationV1beta1 } from '../../../src/api/demo/v1beta1/demo-application.ts';
import { DemoApplicationV1beta1Converter } from '../../../src/webhooks/demo/demo-application.conversion.ts';
// +scaffold:imports

const crds = 'config/crd/bases';

// Valid objects that are generated from the schemas of both versions; each run gets the same ones.
test('no data is lost between v1 and v1beta1', async () => {
  await roundTrips(new DemoApplicationV1beta1Converter(), {
    hub: DemoApplication,
    spoke: DemoApplicationV1beta1,
    crds,
  });
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

  test('v1beta1 is stored as v1 and read back unchanged', async () => {
    const [sample] = await samplesOf(DemoApplicationV1beta1, { crds, count: 1 });
    const metadata = { name: 'from-v1beta1', namespace: 'default' };
    await cluster.client.create(DemoApplicationV1beta1, { ...sample!, metadata });
    const { spec } = await cluster.client.get(DemoApplicationV1beta1, metadata);
    expect(spec).toEqual(sample!.spec);
  });
  // +scaffold:server-tests
});
