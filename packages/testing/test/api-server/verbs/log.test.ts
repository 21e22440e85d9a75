import type { LogOptions } from '@opgen/runtime';
import { Pod } from '@opgen/runtime/kinds/core/v1';
import { expect, test } from 'vitest';
import { startCluster } from '../../../src/cluster.ts';

const shop = { name: 'shop', namespace: 'default' };

test('the log of a container is set by annotation', async () => {
  await using cluster = await startCluster();
  const { client, transport } = cluster;
  const annotations = {
    'log.testing.opgen.dev/main': 'opening\nclosing\n',
    'log.testing.opgen.dev/till': '',
  };
  const containers = ['main', 'till'].map((name) => ({ name, image: 'shop:1' }));
  await client.create(Pod, { metadata: { ...shop, annotations }, spec: { containers } });
  const lines = async (options: LogOptions): Promise<string[]> => {
    const read: string[] = [];
    for await (const line of client.logs(shop, options)) read.push(line);
    return read;
  };

  expect(await lines({ container: 'main' })).toEqual(['opening', 'closing']);
  expect(await lines({ container: 'main', follow: true, tailLines: 1 })).toEqual(['closing']);
  expect(await lines({ container: 'till' })).toEqual([]);
  await expect(lines({ container: 'main', previous: true })).rejects.toThrow(
    'previous terminated container "main" in pod "shop" not found',
  );
  await expect(lines({ container: 'main', timestamps: true })).rejects.toThrow(
    'does not support timestamps for logs',
  );

  const path = '/api/v1/namespaces/default/pods/shop/log?container=main&limitBytes=4';
  expect(await (await transport.request({ method: 'GET', path })).text()).toBe('open');
});
