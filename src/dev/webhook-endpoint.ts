import { mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { join } from 'node:path';
import { issueServerCertificate, newAuthority } from '@opgen/runtime/certificates';
import type { WebhookEndpoint } from '@opgen/runtime/webhook';

/** Milliseconds: the certificate lives as long as a token of the operator. */
const lifetime = 365 * 24 * 3_600_000;

/**
 * Chooses where the operator serves its webhooks, and writes a certificate for it to the folder. Both stay the same
 * when the operator restarts, so that the configurations in the cluster stay valid.
 */
export async function chooseWebhookEndpoint(folder: string, now: Date): Promise<WebhookEndpoint> {
  const authority = newAuthority('opgen dev', { now, lifetime });
  const { certificate, key } = issueServerCertificate(authority, {
    commonName: 'localhost',
    names: ['localhost', '127.0.0.1'],
    now,
    lifetime,
  });
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'tls.crt'), certificate);
  await writeFile(join(folder, 'tls.key'), key, { mode: 0o600 });
  return { url: `https://127.0.0.1:${await freePort()}`, caBundle: authority.certificate };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
