import { expect, test } from 'vitest';
import { startCluster } from '../../src/cluster.ts';

test('an unsupported subresource is rejected by name', async () => {
  await using cluster = await startCluster();
  const response = await cluster.transport.request({
    method: 'PUT',
    path: '/api/v1/namespaces/default/pods/web/resize',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  });

  expect(response.status).toBe(501);
  expect(await response.text()).toContain('does not support pods/resize: use a real one');
});
