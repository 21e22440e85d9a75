// SPDX-License-Identifier: Apache-2.0

import type { Manager } from '@opgen/runtime';
import { recoversFromCrashes } from '@opgen/testing';
import { test } from 'vitest';
import { EtcdCluster } from '../../../src/api/etcd/v1alpha1/etcd-cluster.ts';
import { setupEtcdClusterController } from '../../../src/controllers/etcd/etcd-cluster.controller.ts';
import { Containers } from '../../support/containers.ts';
import { fakeEtcd } from '../../support/fake-etcd.ts';

test('a crash after any write, while a cluster starts and grows, changes nothing about the result', async () => {
  const runner = fakeEtcd();
  let manager: Manager;
  const containers = new Containers({
    runner,
    client: { list: async (kind, options) => manager.client.list(kind, options) },
  });
  let synced = Promise.resolve();
  // Before a member answers, the Pods that run have their processes.
  const send: typeof fetch = async (input, init) => {
    synced = synced.then(() => containers.sync());
    await synced;
    return runner.fetch(input, init);
  };

  await recoversFromCrashes({
    cluster: { crds: 'config/crd/bases', workloads: { nodes: 2 } },
    setup(next) {
      manager = next;
      setupEtcdClusterController(manager, { send });
    },
    async act({ client, settled }) {
      const metadata = { name: 'shop', namespace: 'default' };
      await client.create(EtcdCluster, { metadata, spec: { size: 2, version: '3.6.8' } });
      await settled();
    },
    // The IDs of the fake differ from run to run.
    mayDiffer: ['.status.clusterID'],
  });
}, 120_000);
