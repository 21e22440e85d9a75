import { randomBytes } from 'node:crypto';
import { kubeconfigFor } from '../../endpoint.ts';
import { administrator } from '../serving/request.ts';
import { anonymous, tokenAuthentication } from './authentication.ts';
import type { Handle } from './exchange.ts';
import { listen } from './listener.ts';

export interface ServeOptions {
  /** Default: one that is free. */
  port?: number;
  /** Default: true. Without it whoever reaches the port is an administrator. */
  tls?: boolean;
}

export interface ServedEndpoint {
  readonly url: string;
  /** YAML, with the credentials of an administrator. */
  readonly kubeconfig: string;
  close(): Promise<void>;
}

/** Serves the handler over HTTP to whoever has the kubeconfig. */
export async function serve(
  handle: Handle,
  { port = 0, tls = true }: ServeOptions = {},
): Promise<ServedEndpoint> {
  const token = randomBytes(32).toString('base64url');
  // Clients of Kubernetes keep their tokens to themselves where the connection is not encrypted.
  const withoutToken = tls ? anonymous : administrator;
  const authenticate = tokenAuthentication(new Map([[token, administrator]]), withoutToken);
  const { url, ca, close } = await listen(handle, { tls, port, authenticate });
  return { url, kubeconfig: kubeconfigFor({ url, token, ...(ca !== undefined && { ca }) }), close };
}
