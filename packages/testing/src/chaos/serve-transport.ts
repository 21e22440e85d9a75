import type { Transport, TransportResponse, WebSocketConnection } from '@opgen/runtime/transport';
import { anonymous } from '../api-server/authentication/authentication.ts';
import { separateHeaders } from '../api-server/http/header-values.ts';
import { listen } from '../api-server/http/listener.ts';
import { isTrue } from '../api-server/serving/query.ts';
import type { ServerRequest, ServerResponse } from '../api-server/serving/request.ts';

const subprotocol = 'sec-websocket-protocol';

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

async function forward(transport: Transport, request: ServerRequest): Promise<ServerResponse> {
  const { method, path, query, headers, body, signal } = request;
  const search = query.size === 0 ? '' : `?${query.toString()}`;
  const isWatch = isTrue(query.get('watch'));
  const response = await transport.request({
    method,
    path: `${path}${search}`,
    headers: separateHeaders(without(headers, ofConnection)),
    ...(body !== '' && { body }),
    ...(signal && { signal }),
    ...(isWatch && { purpose: 'watch' }),
    ...(request.isUpgradable === true && { webSocket: subprotocolsOf(headers), purpose: 'watch' }),
  });
  const { webSocket } = response;
  if (webSocket !== undefined) {
    const upgrade = (client: WebSocketConnection): Promise<void> => relay(client, webSocket);
    return {
      status: 101,
      headers: { [subprotocol]: response.headers[subprotocol] ?? '' },
      body: '',
      upgrade,
    };
  }
  const isStream = isWatch || isTrue(query.get('follow'));
  return {
    status: response.status,
    headers: without(response.headers, ofEncoding),
    body: isStream ? textOf(response) : await response.text(),
  };
}

function subprotocolsOf(headers: Readonly<Record<string, string>>): string[] {
  return (headers[subprotocol] ?? '').split(',').map((each) => each.trim());
}

/** Passes messages on in both directions until one side ends. */
async function relay(client: WebSocketConnection, server: WebSocketConnection): Promise<void> {
  await Promise.all([passOn(client, server), passOn(server, client)]);
}

async function passOn(from: WebSocketConnection, to: WebSocketConnection): Promise<void> {
  for await (const message of from.messages()) await to.send(message);
  await to.close();
}

async function* textOf(response: TransportResponse): AsyncGenerator<string, void, undefined> {
  const decoder = new TextDecoder();
  for await (const chunk of response.chunks()) yield decoder.decode(chunk, { stream: true });
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
  'upgrade',
  'sec-websocket-key',
  'sec-websocket-version',
  'sec-websocket-extensions',
  subprotocol,
  'content-length',
  'transfer-encoding',
  'accept-encoding',
]);
const ofEncoding = new Set(['content-length', 'content-encoding', 'transfer-encoding', 'connection']);
