// SPDX-License-Identifier: Apache-2.0

import { Manager } from '@opgen/runtime';
import type { TestCluster } from '@opgen/testing';
import { setupWebhooks } from '../../src/webhooks/webhooks.ts';

/** Serves the conversion webhooks to the API server of a test until the signal is aborted. */
export async function serveWebhooks(cluster: TestCluster, signal: AbortSignal): Promise<void> {
  const manager = new Manager({ transport: cluster.transport, webhooks: { bindAddress: '127.0.0.1:0' } });
  setupWebhooks(manager);
  void manager.start(signal);
  await manager.ready;
  await cluster.installWebhooks('config/webhook/conversions.yaml', manager.webhookEndpoint);
}
