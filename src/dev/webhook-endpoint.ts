import { mkdir, writeFile } from 'node:fs/promises';
import { connect, createServer, isIPv6 } from 'node:net';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { join } from 'node:path';
import { issueServerCertificate, newAuthority } from '@opgen/runtime/certificates';
import type { WebhookEndpoint } from '@opgen/runtime/webhook';

/** Where the operator serves its webhooks, and where the API server reaches them. */
export interface DevWebhooks {
  readonly bindAddress: string;
  readonly endpoint: WebhookEndpoint;
}

/** Milliseconds: the certificate lives as long as a token of the operator. */
const lifetime = 365 * 24 * 3_600_000;

/**
 * Chooses where the operator serves its webhooks, and writes a certificate for it to the folder. Both stay the same
 * when the operator restarts, so that the configurations in the cluster stay valid. `host` is the name or the address of
 * this machine for the API server.
 */
export async function chooseWebhookEndpoint(
  folder: string,
  now: Date,
  host: string = '127.0.0.1',
): Promise<DevWebhooks> {
  const authority = newAuthority('opgen dev', { now, lifetime });
  const { certificate, key } = issueServerCertificate(authority, {
    commonName: 'localhost',
    names: [...new Set(['localhost', '127.0.0.1', host])],
    now,
    lifetime,
  });
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'tls.crt'), certificate);
  await writeFile(join(folder, 'tls.key'), key, { mode: 0o600 });
  const interfaces = isLoopback(host) ? inUrl(host) : '';
  const port = await freePort(isLoopback(host) ? host : undefined);
  return {
    bindAddress: `${interfaces}:${port}`,
    endpoint: { url: `https://${inUrl(host)}:${port}`, caBundle: authority.certificate },
  };
}

export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host.startsWith('127.');
}

/** The address of this machine in the network through which it reaches a server. */
export async function addressTowards(server: string): Promise<string> {
  const { hostname, port, protocol } = new URL(server);
  const defaultPort = protocol === 'http:' ? 80 : 443;
  const socket = connect({
    host: hostname.replaceAll(/^\[|\]$/g, ''),
    port: port === '' ? defaultPort : Number(port),
  });
  try {
    await once(socket, 'connect');
    return (socket.localAddress ?? '127.0.0.1').replace(/^::ffff:/, '');
  } finally {
    socket.destroy();
  }
}

function inUrl(host: string): string {
  return isIPv6(host) ? `[${host}]` : host;
}

async function freePort(host: string | undefined): Promise<number> {
  const server = createServer().listen({ port: 0, ...(host !== undefined && { host }) });
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
