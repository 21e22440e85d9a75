import type { IncomingMessage } from 'node:http';
import { pipeline, type Readable } from 'node:stream';
import { promisify } from 'node:util';
import { constants, createGunzip, gunzip } from 'node:zlib';

const gunzipped = promisify(gunzip);

/** Reads the whole body of a response. */
export async function textOf(response: IncomingMessage): Promise<string> {
  const chunks = await chunksOf(response);
  const body = chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks);
  // Runs in the thread pool, so that a large list does not block the event loop.
  return (isPlain(response) ? body : await gunzipped(body)).toString('utf8');
}

/** The body of a response as it arrives. Destroying the stream destroys the response. */
export function bodyOf(response: IncomingMessage): Readable {
  if (isPlain(response)) return response;
  // Emits what is complete, because the next chunk of a watch may arrive minutes later.
  const decoder = createGunzip({ flush: constants.Z_SYNC_FLUSH });
  pipeline(response, decoder, () => undefined);
  return decoder;
}

/** Whether the body is not compressed. Proxies may compress a response although the request did not ask for it. */
function isPlain({ headers }: IncomingMessage): boolean {
  const encoding = (headers['content-encoding'] ?? 'identity').trim().toLowerCase();
  if (encoding === 'gzip' || encoding === 'x-gzip') return false;
  if (encoding === 'identity' || encoding === '') return true;
  throw new Error(`unsupported content encoding ${encoding}: only gzip is supported`);
}

function chunksOf(response: IncomingMessage): Promise<Buffer[]> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const incompleteError = (): Error =>
      response.errored ?? new Error('connection closed before the response was complete');
    if (response.destroyed) return reject(incompleteError());
    response.on('data', (chunk: Buffer) => chunks.push(chunk));
    response.on('end', () => resolve(chunks));
    response.on('error', reject);
    // Node may close an incomplete response without an error.
    response.on('close', () => {
      // Check first: creating an error for every complete response is expensive.
      if (!response.readableEnded) reject(incompleteError());
    });
  });
}
