import type { Server } from 'node:net';
import type { BindAddress } from './bind-address.ts';

/** Resolves when the server listens; rejects if it cannot, for instance because the port is in use. */
export function listen(server: Server, { host, port }: BindAddress): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
}
