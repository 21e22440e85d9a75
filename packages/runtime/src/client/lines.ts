const newline = 0x0a;

/**
 * The lines of a byte stream, without newlines. Drops text after the last newline unless `withRest` is set: in a
 * watch, it is what a broken connection left.
 */
export async function* linesOf(
  chunks: AsyncIterable<Uint8Array>,
  { withRest = false }: { withRest?: boolean } = {},
): AsyncGenerator<string, void, undefined> {
  let pieces: Buffer[] = [];
  for await (const chunk of chunks) {
    const buffer = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    let start = 0;
    for (let end = buffer.indexOf(newline); end !== -1; end = buffer.indexOf(newline, start)) {
      pieces.push(buffer.subarray(start, end));
      // Join the bytes before decoding: a character may span two chunks.
      yield pieces.length === 1 ? pieces[0]!.toString('utf8') : Buffer.concat(pieces).toString('utf8');
      pieces = [];
      start = end + 1;
    }
    if (start < buffer.length) pieces.push(buffer.subarray(start));
  }
  if (withRest && pieces.length > 0) yield Buffer.concat(pieces).toString('utf8');
}
