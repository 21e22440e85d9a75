import { createHash } from 'node:crypto';
import type { Duplex } from 'node:stream';

/** The limit of a message. Clients send stdin in parts of 32 KiB at most. */
const largestMessage = 16 * 1024 * 1024;

const opcodes = { continuation: 0, text: 1, binary: 2, close: 8, ping: 9, pong: 10 } as const;
const normalClosure = 1000;
const protocolError = 1002;

/** The value of `Sec-WebSocket-Accept` for the key of a client (RFC 6455, section 4.2.2). */
export function acceptOf(key: string): string {
  return createHash('sha1').update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest('base64');
}

/** The server's side of a WebSocket connection, after the handshake. */
export class WebSocketConnection {
  readonly #socket: Duplex;
  #unread: Buffer;
  #isClosed = false;

  /** `head` is what the client has sent after its handshake. */
  constructor(socket: Duplex, head: Buffer) {
    this.#socket = socket;
    this.#unread = head;
    // The reader of the messages notices the end of a broken connection.
    socket.on('error', () => {});
  }

  /** The messages of the client until it closes the connection. Answers pings. */
  async *messages(): AsyncGenerator<Buffer, void> {
    let parts: Buffer[] = [];
    try {
      for await (const frame of this.#frames()) {
        if (frame.opcode === opcodes.close) return;
        if (frame.opcode === opcodes.ping) await this.#write(opcodes.pong, frame.payload);
        if (frame.opcode >= opcodes.close) continue;
        parts.push(frame.payload);
        if (!frame.isLast) continue;
        yield Buffer.concat(parts);
        parts = [];
      }
    } catch {
      await this.close(protocolError);
    }
  }

  /** Resolves once the connection can take more. Does nothing after the end of the connection. */
  async send(message: Uint8Array): Promise<void> {
    await this.#write(opcodes.binary, message);
  }

  async close(code: number = normalClosure): Promise<void> {
    if (this.#isClosed) return;
    const payload = Buffer.alloc(2);
    payload.writeUInt16BE(code);
    await this.#write(opcodes.close, payload);
    this.#isClosed = true;
    this.#socket.end();
  }

  async *#frames(): AsyncGenerator<Frame, void> {
    yield* this.#complete();
    // The end of stdin is not the end of the connection.
    for await (const chunk of this.#socket.iterator({ destroyOnReturn: false })) {
      this.#unread = Buffer.concat([this.#unread, chunk as Buffer]);
      yield* this.#complete();
    }
  }

  *#complete(): Generator<Frame, void> {
    for (let frame = this.#next(); frame !== undefined; frame = this.#next()) yield frame;
  }

  /** Takes the next complete frame from what was read. */
  #next(): Frame | undefined {
    const bytes = this.#unread;
    if (bytes.length < 2) return undefined;
    const [first = 0, second = 0] = bytes;
    let at = 2;
    let length = second & 0x7f;
    if (length === 126) {
      if (bytes.length < 4) return undefined;
      length = bytes.readUInt16BE(2);
      at = 4;
    } else if (length === 127) {
      if (bytes.length < 10) return undefined;
      length = Number(bytes.readBigUInt64BE(2));
      at = 10;
    }
    if (length > largestMessage) throw new RangeError('the WebSocket message is too large');
    const isMasked = (second & 0x80) !== 0;
    if (!isMasked) throw new RangeError('a client masks its WebSocket frames');
    if (bytes.length < at + 4 + length) return undefined;
    const mask = bytes.subarray(at, at + 4);
    const payload = Buffer.from(bytes.subarray(at + 4, at + 4 + length));
    for (let i = 0; i < length; i += 1) payload[i] = payload[i]! ^ mask[i & 3]!;
    this.#unread = bytes.subarray(at + 4 + length);
    return { isLast: (first & 0x80) !== 0, opcode: first & 0x0f, payload };
  }

  async #write(opcode: number, payload: Uint8Array): Promise<void> {
    const socket = this.#socket;
    if (this.#isClosed || !socket.writable) return;
    const size = payload.length;
    const head = Buffer.alloc(size < 126 ? 2 : size < 65_536 ? 4 : 10);
    head[0] = 0x80 | opcode;
    if (size < 126) head[1] = size;
    else if (size < 65_536) {
      head[1] = 126;
      head.writeUInt16BE(size, 2);
    } else {
      head[1] = 127;
      head.writeBigUInt64BE(BigInt(size), 2);
    }
    // Called after an error, too.
    await new Promise<void>((resolve) => socket.write(Buffer.concat([head, payload]), () => resolve()));
  }
}

interface Frame {
  /** False for a part of a message that later frames continue. */
  readonly isLast: boolean;
  readonly opcode: number;
  readonly payload: Buffer;
}
