import { requestEntityTooLarge, StatusError } from '../status-errors.ts';

/** As much as the real server reads. */
const limit = 3 * 1024 * 1024;

/** The whole body. One that is too large is read to its end all the same: only then is the answer listened to. */
export async function readBody(request: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size <= limit) chunks.push(chunk);
    else chunks.length = 0;
  }
  refuseTooLarge(size);
  return Buffer.concat(chunks);
}

export function refuseTooLarge(bytes: number): void {
  if (bytes > limit) throw new StatusError(requestEntityTooLarge(`limit is ${limit}`));
}
