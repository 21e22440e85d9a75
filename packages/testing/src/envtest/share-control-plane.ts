import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ControlPlane } from './control-plane.ts';
import { socketVariable } from './shared-endpoint.ts';

/**
 * Shares one control plane among the processes of a test run. It starts when the first test file requests it, over
 * a socket whose path the workers inherit in their environment; otherwise nothing starts. The returned function
 * stops it.
 */
export async function shareControlPlane(start: () => Promise<ControlPlane>): Promise<() => Promise<void>> {
  let controlPlane: Promise<ControlPlane> | undefined;
  const folder = await mkdtemp(join(tmpdir(), 'opgen-shared-'));
  const server = await listen(join(folder, 'socket'), async () => {
    controlPlane ??= start();
    return (await controlPlane).endpoint;
  });
  process.env[socketVariable] = join(folder, 'socket');

  return async () => {
    delete process.env[socketVariable];
    server.close();
    server.closeAllConnections();
    // A failed start has already failed the test files that requested it.
    await controlPlane?.then(
      (running) => running.stop(),
      () => undefined,
    );
    await rm(folder, { recursive: true, force: true });
  };
}

async function listen(path: string, answer: () => Promise<unknown>): Promise<Server> {
  const server = createServer((_request, response) => {
    answer().then(
      (value) => response.end(JSON.stringify(value)),
      (error: Error) => response.writeHead(500).end(error.message),
    );
  });
  await once(server.listen(path), 'listening');
  // The socket must not keep the process alive.
  server.unref();
  return server;
}
