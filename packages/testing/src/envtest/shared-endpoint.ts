import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Endpoint } from '../endpoint.ts';

/** The environment variable with the path of the socket that provides the shared API server. */
export const socketVariable = 'OPGEN_SHARED_API_SERVER';

/**
 * The endpoint of the real API server that all files of a test run share; the first request starts it. Its objects
 * are shared too, so each file uses its own namespaces and API groups. Undefined outside a run that has
 * `vitest-global-setup.ts` as its global setup.
 */
export async function sharedEndpoint(env: NodeJS.ProcessEnv = process.env): Promise<Endpoint | undefined> {
  const socketPath = env[socketVariable];
  if (!socketPath) return undefined;
  const sent = request({ socketPath, path: '/' }).end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  const body = await text(response);
  if (response.statusCode !== 200) throw new Error(body);
  return JSON.parse(body) as Endpoint;
}
