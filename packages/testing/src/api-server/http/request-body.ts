import { requestEntityTooLarge, StatusError } from '../status-errors.ts';

/** The limit of the real server. */
const limit = 3 * 1024 * 1024;

/** Reads the whole body. It reads even too large a body to its end, because clients read the response only then. */
export async function readBody(request: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size <= limit) chunks.push(chunk);
    else chunks.length = 0;
  }
  requireSize(size);
  return Buffer.concat(chunks);
}

export function requireSize(bytes: number): void {
  if (bytes > limit) throw new StatusError(requestEntityTooLarge(`limit is ${limit}`));
}
