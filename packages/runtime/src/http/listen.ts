import type { Server } from 'node:net';
import type { BindAddress } from './bind-address.ts';

/** Resolves once the server takes connections; rejects when it cannot, as when another has the port. */
export function listen(server: Server, { host, port }: BindAddress): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
}
