/**
 * Creates ConfigMaps in a cluster with state as fast as it can, and prints the name and the resource version of each
 * one that the server has acknowledged. The test kills it.
 */
import { ConfigMap } from '@opgen/runtime/kinds/core/v1';
import { startCluster } from '../../src/cluster.ts';

const [, , state = ''] = process.argv;
const cluster = await startCluster({ state });
for (let number = 0; ; number++) {
  const name = `written-${process.pid}-${number}`;
  const { metadata } = await cluster.client.create(ConfigMap, { metadata: { name, namespace: 'default' } });
  process.stdout.write(`${name} ${metadata.resourceVersion}\n`);
}
