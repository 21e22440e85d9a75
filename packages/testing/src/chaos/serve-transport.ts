import type { Transport, TransportResponse } from '@opgen/runtime/transport';
import { anonymous } from '../api-server/authentication/authentication.ts';
import { listen } from '../api-server/http/listener.ts';
import type { ServerRequest, ServerResponse } from '../api-server/serving/request.ts';

/** The address of a served transport. */
export interface ServedTransport {
  /** Such as `https://127.0.0.1:41723`. */
  readonly url: string;
  /** The certificate authority to trust, as PEM. */
  readonly ca: string;
  /** Closes all connections. */
  close(): Promise<void>;
}

/**
 * Serves a transport on a port of the loopback address, for operators in other processes and in other languages:
 * `serveTransport(chaosTransport(cluster.transport))`.
 *
 * Requests keep their headers, so the transport acts as the user of their token if they have one. If the transport
 * fails, the connection of the client breaks.
 */
export async function serveTransport(transport: Transport): Promise<ServedTransport> {
  const {
    url,
    ca = '',
    close,
  } = await listen((request) => forward(transport, request), {
    // The transport authenticates.
    authenticate: () => anonymous,
  });
  return { url, ca, close };
}

async function forward(
  transport: Transport,
  { method, path, query, headers, body, signal }: ServerRequest,
): Promise<ServerResponse> {
  const search = query.size === 0 ? '' : `?${query.toString()}`;
  const isWatch = isTrue(query.get('watch'));
  const response = await transport.request({
    method,
    path: `${path}${search}`,
    headers: without(headers, ofConnection),
    ...(body !== '' && { body }),
    ...(signal && { signal }),
    ...(isWatch && { purpose: 'watch' }),
  });
  const isStream = isWatch || isTrue(query.get('follow'));
  return {
    status: response.status,
    headers: without(response.headers, ofEncoding),
    body: isStream ? textOf(response) : await response.text(),
  };
}

async function* textOf(response: TransportResponse): AsyncGenerator<string, void, undefined> {
  const decoder = new TextDecoder();
  for await (const chunk of response.chunks()) yield decoder.decode(chunk, { stream: true });
}

/** As kube-apiserver reads booleans in a query: without a value, they are true. */
function isTrue(value: string | null): boolean {
  return value !== null && !['false', '0'].includes(value.toLowerCase());
}

function without(
  headers: Readonly<Record<string, string>>,
  removed: ReadonlySet<string>,
): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !removed.has(name.toLowerCase())));
}

/** Each side has its own connection, and its own encoding of the body. */
const ofConnection = new Set([
  'host',
  'connection',
  'content-length',
  'transfer-encoding',
  'accept-encoding',
]);
const ofEncoding = new Set(['content-length', 'content-encoding', 'transfer-encoding', 'connection']);
