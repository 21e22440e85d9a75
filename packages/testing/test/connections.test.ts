import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Service } from '@opgen/runtime/kinds/core/v1';
import { expect, onTestFinished, test } from 'vitest';
import { startCluster } from '../src/cluster.ts';

test('a test plays the part of containers', async () => {
  const server = createServer((incoming, outgoing) => outgoing.end(`${incoming.method} ${incoming.url}`));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const website = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await using cluster = await startCluster();
  await cluster.client.create(Service, {
    metadata: { name: 'web', namespace: 'default' },
    spec: { ports: [{ port: 80 }] },
  });

  cluster.connections.exec(({ pod, command }) =>
    command[0] === 'redis-cli' ? { stdout: `${pod}: PONG\n` } : { stderr: 'not found\n', exitCode: 127 },
  );
  cluster.connections.port(({ kind, name }) => (kind === 'Service' && name === 'web' ? website : undefined));

  const path = '/api/v1/namespaces/default/services/http:web:80/proxy/healthz?verbose=1';
  const response = await cluster.transport.request({ method: 'POST', path });
  expect(await response.text()).toBe('POST /healthz?verbose=1');
});
