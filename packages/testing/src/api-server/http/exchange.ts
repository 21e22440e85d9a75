import { once } from 'node:events';
import type { IncomingMessage, ServerResponse as Http1Response } from 'node:http';
import type { Http2ServerRequest, Http2ServerResponse } from 'node:http2';
import type { Writable } from 'node:stream';
import type { Minor } from '@opgen/rules/builtin';
import type { ServerRequest, ServerResponse } from '../serving/request.ts';
import type { Authenticate } from '../authentication/authentication.ts';
import { failureResponse } from './failure-response.ts';
import { joinValues } from './header-values.ts';
import { jsonOfProtobuf, protobufType } from './protobuf.ts';
import { readBody } from './request-body.ts';
import { readTarget } from './request-target.ts';
import { untilAborted } from './until-aborted.ts';

export type Handle = (request: ServerRequest) => Promise<ServerResponse>;

export interface ExchangeOptions {
  readonly handle: Handle;
  readonly authenticate: Authenticate;
  /** The minor version of Kubernetes whose protobuf messages it reads. */
  readonly minor: Minor;
  /** How long a client may leave a part of a stream unread, in milliseconds. */
  readonly writeTimeout: number;
}

type Incoming = IncomingMessage | Http2ServerRequest;
type Outgoing = Http1Response | Http2ServerResponse;

/** Answers one request of either HTTP version. Never rejects. */
export async function exchange(
  incoming: Incoming,
  outgoing: Outgoing,
  options: ExchangeOptions,
): Promise<void> {
  const closed = new AbortController();
  outgoing.once('close', () => closed.abort());
  // A broken connection also emits close; an error without a listener would end the process.
  incoming.on('error', () => closed.abort());
  outgoing.on('error', () => closed.abort());
  try {
    const response = await respond(incoming, closed.signal, options);
    if (closed.signal.aborted) await discard(response.body);
    else await send(response, incoming.method === 'HEAD', outgoing, closed.signal, options.writeTimeout);
  } catch {
    // Closing the connection is the only way to report the error: the head was already sent, or no response came.
    outgoing.destroy();
  }
}

async function respond(
  incoming: Incoming,
  signal: AbortSignal,
  { handle, authenticate, minor }: ExchangeOptions,
): Promise<ServerResponse> {
  try {
    const sent = plainHeaders(incoming);
    const bytes = await readBody(incoming);
    const user = authenticate(sent);
    const { headers, body } = textual(sent, bytes, minor);
    const { path, query } = readTarget(incoming.url ?? '/');
    return await handle({ method: incoming.method ?? 'GET', path, query, headers, body, user, signal });
  } catch (error) {
    return failureResponse(error);
  }
}

/** The handlers see only text; protobuf is decoded here. */
function textual(
  headers: Record<string, string>,
  bytes: Buffer,
  minor: Minor,
): { headers: Record<string, string>; body: string } {
  const isProtobuf = headers['content-type']?.split(';')[0]?.trim() === protobufType;
  if (!isProtobuf || bytes.length === 0) return { headers, body: bytes.toString() };
  return { headers: { ...headers, 'content-type': 'application/json' }, body: jsonOfProtobuf(bytes, minor) };
}

async function send(
  { status, headers, body }: ServerResponse,
  headOnly: boolean,
  outgoing: Outgoing,
  signal: AbortSignal,
  writeTimeout: number,
): Promise<void> {
  const stream: Writable = outgoing;
  outgoing.statusCode = status;
  for (const [name, value] of Object.entries(headers))
    if (!connectionHeaders.has(name.toLowerCase())) outgoing.setHeader(name, value);
  if (typeof body === 'string') {
    outgoing.setHeader('content-length', Buffer.byteLength(body));
    if (headOnly) stream.end();
    else stream.end(body);
    return;
  }
  sendHead(outgoing);
  if (headOnly) await discard(body);
  else
    for await (const piece of untilAborted(body, signal))
      if (!stream.write(piece)) await drained(stream, signal, writeTimeout);
  stream.end();
}

/** The client of a watch waits for the head, so send it before the first event. */
function sendHead(outgoing: Outgoing): void {
  outgoing.writeHead(outgoing.statusCode);
  if ('flushHeaders' in outgoing) outgoing.flushHeaders();
}

async function discard(body: ServerResponse['body']): Promise<void> {
  if (typeof body !== 'string') await body[Symbol.asyncIterator]().return?.();
}

/** Rejects if the client does not read on in time, or disconnects. */
async function drained(stream: Writable, signal: AbortSignal, writeTimeout: number): Promise<void> {
  await once(stream, 'drain', { signal: AbortSignal.any([signal, AbortSignal.timeout(writeTimeout)]) });
}

/** Headers of a single connection, which HTTP/2 forbids. */
const connectionHeaders = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'transfer-encoding',
  'upgrade',
]);

/** The headers by their names in lower case. */
export function plainHeaders({ rawHeaders }: Pick<Incoming, 'rawHeaders'>): Record<string, string> {
  const lists = new Map<string, string[]>();
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!.toLowerCase();
    if (name.startsWith(':')) continue;
    const values = lists.get(name) ?? [];
    values.push(rawHeaders[at + 1]!);
    lists.set(name, values);
  }
  return Object.fromEntries([...lists].map(([name, values]) => [name, joinValues(name, values)]));
}
