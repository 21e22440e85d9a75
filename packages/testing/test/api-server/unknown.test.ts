import { expect, test } from 'vitest';
import { startCluster } from '../../src/cluster.ts';

test.each([
  ['a kind that is a deed', '/api/v1/namespaces/default/bindings', 'bindings'],
  ['a subresource', '/api/v1/namespaces/default/pods/web/binding', 'pods/binding'],
])('%s that it does not know is refused by name: %s', async (_, path, name) => {
  await using cluster = await startCluster();
  const response = await cluster.transport.request({
    method: 'POST',
    path,
    headers: { 'content-type': 'application/json' },
    body: '{}',
  });

  expect(response.status).toBe(501);
  expect(await response.text()).toContain(`does not know ${name}: use a real one for it`);
});
