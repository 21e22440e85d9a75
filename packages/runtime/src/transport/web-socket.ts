import { createHash, randomBytes } from 'node:crypto';
import type { Duplex } from 'node:stream';

/** The limit of a frame. Those of Kubernetes have 32 KiB at most. */
const largestMessage = 16 * 1024 * 1024;

const opcodes = { continuation: 0, text: 1, binary: 2, close: 8, ping: 9, pong: 10 } as const;
const normalClosure = 1000;
const protocolError = 1002;

/** The value of `Sec-WebSocket-Accept` for the key of a client (RFC 6455, section 4.2.2). */
export function webSocketAccept(key: string): string {
  return createHash('sha1').update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest('base64');
}

/** One side of a WebSocket connection, after the handshake. */
export class WebSocketConnection {
  readonly #socket: Duplex;
  readonly #isClient: boolean;
  #unread: Buffer;
  #isClosed = false;
  /** Resolves when the connection has ended, whichever side has ended it. */
  readonly ended: Promise<void>;

  /** `head` is what the other side has sent after its handshake. */
  constructor(socket: Duplex, side: 'client' | 'server', head: Buffer = Buffer.alloc(0)) {
    this.#socket = socket;
    this.#isClient = side === 'client';
    this.#unread = head;
    this.ended = new Promise((resolve) => socket.once('close', resolve));
    // The reader of the messages notices the end of a broken connection.
    socket.on('error', () => {});
  }

  /** The messages of the other side until it closes the connection, or until the connection breaks. Answers pings. */
  async *messages(): AsyncGenerator<Buffer, void> {
    let parts: Buffer[] = [];
    try {
      for await (const frame of this.#frames()) {
        if (frame.opcode === opcodes.close) return await this.close();
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

  /** Whether `send` still sends. */
  get isOpen(): boolean {
    return !this.#isClosed && this.#socket.writable;
  }

  /** Resolves once the connection can take more. Does nothing after the end of the connection. */
  async send(message: Uint8Array): Promise<void> {
    await this.#write(opcodes.binary, message);
  }

  /** Closes the connection after what was sent has arrived. The default code stands for a normal end. */
  async close(code: number = normalClosure): Promise<void> {
    if (this.#isClosed) return;
    const payload = Buffer.alloc(2);
    payload.writeUInt16BE(code);
    await this.#write(opcodes.close, payload);
    this.#isClosed = true;
    // What still arrives is discarded: the socket closes only after its end was read.
    this.#socket.end().resume();
  }

  /** Ends the connection at once, without the closing handshake. */
  destroy(): void {
    this.#isClosed = true;
    this.#socket.destroy();
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
    if (isMasked === this.#isClient) throw new RangeError('only a client masks its WebSocket frames');
    const start = at + (isMasked ? 4 : 0);
    if (bytes.length < start + length) return undefined;
    const payload = Buffer.from(bytes.subarray(start, start + length));
    if (isMasked) applyMask(payload, bytes.subarray(at, start));
    this.#unread = bytes.subarray(start + length);
    return { isLast: (first & 0x80) !== 0, opcode: first & 0x0f, payload };
  }

  async #write(opcode: number, payload: Uint8Array): Promise<void> {
    const socket = this.#socket;
    if (!this.isOpen) return;
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
    const frame = this.#isClient ? masked(head, payload) : Buffer.concat([head, payload]);
    // Called after an error, too.
    await new Promise<void>((resolve) => socket.write(frame, () => resolve()));
  }
}

function masked(head: Buffer, payload: Uint8Array): Buffer {
  head[1]! |= 0x80;
  const mask = randomBytes(4);
  const frame = Buffer.concat([head, mask, payload]);
  applyMask(frame.subarray(head.length + mask.length), mask);
  return frame;
}

function applyMask(payload: Buffer, mask: Buffer): void {
  for (let i = 0; i < payload.length; i += 1) payload[i] = payload[i]! ^ mask[i & 3]!;
}

interface Frame {
  /** False for a part of a message that later frames continue. */
  readonly isLast: boolean;
  readonly opcode: number;
  readonly payload: Buffer;
}
