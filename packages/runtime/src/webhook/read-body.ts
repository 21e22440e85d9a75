import type { IncomingMessage } from 'node:http';

/** The body exceeds the limit; the rest of it is not read. */
export class TooLarge extends Error {
  override readonly name = 'TooLarge';
}

/** Reads a request body of at most `limit` bytes. */
export async function readBody(request: IncomingMessage, limit: number): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > limit) throw new TooLarge(`the body has more than ${limit} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
