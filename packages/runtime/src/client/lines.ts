const newline = 0x0a;

/**
 * The lines of a byte stream, without their ends. Whatever follows the last newline is not a line, unless it
 * is asked for: it is what a broken connection left.
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
      // Bytes are joined before they are decoded, as a character may lie across two chunks.
      yield pieces.length === 1 ? pieces[0]!.toString('utf8') : Buffer.concat(pieces).toString('utf8');
      pieces = [];
      start = end + 1;
    }
    if (start < buffer.length) pieces.push(buffer.subarray(start));
  }
  if (withRest && pieces.length > 0) yield Buffer.concat(pieces).toString('utf8');
}
