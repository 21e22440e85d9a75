import { randomBytes } from 'node:crypto';
import { type Minor, newestMinor } from '@opgen/rules/builtin';
import { kubeconfigFor } from '../../endpoint.ts';
import { administrator } from '../serving/request.ts';
import { anonymous, tokenAuthentication } from '../authentication/authentication.ts';
import { ownAudience, Tokens } from '../authentication/tokens.ts';
import type { ServerCertificate } from './certificates.ts';
import type { Handle } from './exchange.ts';
import { listen } from './listener.ts';

export interface ServeOptions {
  /** Default: a free port. */
  port?: number;
  /** Default: true. Without it, everyone who can connect to the port is an administrator. */
  tls?: boolean;
}

export interface ServedEndpoint {
  readonly url: string;
  /** A kubeconfig with administrator credentials, as YAML. */
  readonly kubeconfig: string;
  close(): Promise<void>;
}

/** The request handler and the tokens that it accepts. */
export interface Served {
  readonly handle: Handle;
  readonly tokens?: Tokens;
  /** The minor version of Kubernetes whose protobuf messages it reads. Default: the newest. */
  readonly minor?: Minor;
}

/** What a kubeconfig contains of a server. Default: new ones. */
export interface ServerIdentity {
  readonly certificate: ServerCertificate;
  readonly token: string;
}

/** Serves requests over HTTP to clients with the kubeconfig or with another token of the server. */
export async function serve(
  { handle, tokens = new Tokens(), minor = newestMinor }: Served,
  { port = 0, tls = true }: ServeOptions = {},
  { certificate = undefined, token = randomBytes(32).toString('base64url') }: Partial<ServerIdentity> = {},
): Promise<ServedEndpoint> {
  // Kubernetes clients do not send tokens over unencrypted connections.
  const withoutToken = tls ? anonymous : administrator;
  tokens.give(token, { user: administrator, audiences: [ownAudience], holds: () => true });
  const authenticate = tokenAuthentication(tokens, withoutToken);
  const { url, ca, close } = await listen(handle, {
    tls,
    port,
    authenticate,
    minor,
    ...(certificate && { certificate }),
  });
  return {
    url,
    kubeconfig: kubeconfigFor({ url, token, ...(ca !== undefined && { ca }) }),
    async close() {
      tokens.take(token);
      await close();
    },
  };
}
