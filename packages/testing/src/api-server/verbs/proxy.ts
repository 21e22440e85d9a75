import type { PortRequest } from '../connections/connections.ts';
import type { Core } from '../core.ts';
import type { Call } from '../serving/call.ts';
import type { ServerRequest, ServerResponse } from '../serving/request.ts';
import { notImplemented, serviceUnavailable, StatusError } from '../status-errors.ts';
import { admittedOptions } from './connect-options.ts';
import { existing } from './read.ts';

const kinds: Readonly<Record<string, PortRequest['kind']>> = {
  pods: 'Pod',
  services: 'Service',
  nodes: 'Node',
};

/** Sends a request to a port of a Pod, Service or Node, at the URL that a test has declared. */
export async function proxy(core: Core, call: Call): Promise<ServerResponse> {
  const { request, resource, path } = call;
  const [name, port] = nameAndPort(path.name ?? '');
  await admittedOptions(core, call);
  existing(core, { ...call, path: { ...path, name } });
  const kind = kinds[resource.plural] ?? 'Pod';
  const url = core.connections.urlOf({ kind, namespace: path.namespace ?? '', name, port });
  if (url === undefined) {
    const problem =
      'no container runs in the embedded cluster: declare its URL with cluster.connections.port';
    throw new StatusError(notImplemented(problem));
  }
  return forwarded(new URL(`${path.subpath ?? '/'}${queryOf(request)}`, url), request);
}

/** `web`, `web:80` or `https:web:80`. */
function nameAndPort(text: string): [name: string, port: string] {
  const parts = text.split(':');
  if (parts.length > 2) parts.shift();
  return [parts[0] ?? '', parts[1] ?? ''];
}

async function forwarded(
  url: URL,
  { method, headers, body, signal }: ServerRequest,
): Promise<ServerResponse> {
  const sent = Object.entries(headers).filter(([name]) => !ofConnection.has(name));
  try {
    const response = await fetch(url, {
      method,
      headers: Object.fromEntries(sent),
      redirect: 'manual',
      ...(body !== '' && { body }),
      ...(signal !== undefined && { signal }),
    });
    const received = [...response.headers].filter(([name]) => !ofConnection.has(name));
    return { status: response.status, headers: Object.fromEntries(received), body: await response.text() };
  } catch (error) {
    const { cause = error } = error as Error;
    throw new StatusError(serviceUnavailable(`error trying to reach service: ${(cause as Error).message}`));
  }
}

/** Headers of one connection, and the credentials for the API server. `fetch` decompresses bodies. */
const ofConnection: ReadonlySet<string> = new Set([
  'authorization',
  'connection',
  'content-encoding',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'te',
  'transfer-encoding',
  'upgrade',
]);

function queryOf({ query }: ServerRequest): string {
  return query.size === 0 ? '' : `?${query.toString()}`;
}
