import { duplexPair } from 'node:stream';
import type { Duplex } from 'node:stream';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { webSocketAccept, WebSocketConnection } from '../../src/transport/web-socket.ts';

function connected(): { client: WebSocketConnection; server: WebSocketConnection } {
  const [left, right] = duplexPair();
  return {
    client: new WebSocketConnection(left, 'client'),
    server: new WebSocketConnection(right, 'server'),
  };
}

/** A server whose client writes these bytes in these pieces. */
function serverThatReads(...pieces: Uint8Array[]): { server: WebSocketConnection; client: Duplex } {
  const [client, socket] = duplexPair();
  for (const piece of pieces) client.write(piece);
  return { server: new WebSocketConnection(socket, 'server'), client };
}

async function all(connection: WebSocketConnection): Promise<Buffer[]> {
  const messages: Buffer[] = [];
  for await (const message of connection.messages()) messages.push(message);
  return messages;
}

test('the accept value is that of the example in RFC 6455', () => {
  expect(webSocketAccept('dGhlIHNhbXBsZSBub25jZQ==')).toBe('s3pPLMBiTxaQ9kYGzzhZRbK+xOo=');
});

test('messages of every size arrive whole and in order, in both directions', async () => {
  // The length has another form from 126 and from 65,536 bytes on.
  const size = fc.oneof(fc.integer({ min: 0, max: 300 }), fc.constantFrom(125, 126, 65_535, 65_536, 70_000));
  await fc.assert(
    fc.asyncProperty(fc.array(size, { maxLength: 5 }), fc.boolean(), async (sizes, fromClient) => {
      const { client, server } = connected();
      const [from, to] = fromClient ? [client, server] : [server, client];
      const sent = sizes.map((length, index) => Buffer.alloc(length, `${index}abc`));
      const received = all(to);
      for (const message of sent) await from.send(message);
      await from.close();
      expect((await received).map(String)).toEqual(sent.map(String));
    }),
    { numRuns: 50 },
  );
});

test('frames may be cut anywhere on their way', async () => {
  const [left, right] = duplexPair();
  const client = new WebSocketConnection(left, 'client');
  const message = Buffer.alloc(400, 'xyz');
  void client.send(message).then(() => client.close());
  const bytes: Buffer[] = [];
  for await (const chunk of right) {
    bytes.push(chunk as Buffer);
    if (Buffer.concat(bytes).length > 400 + 8 + 6) break;
  }
  const wire = Buffer.concat(bytes);
  await fc.assert(
    fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1 }), async (sizes) => {
      const pieces: Buffer[] = [];
      for (let at = 0, next = 0; at < wire.length; next += 1) {
        const size = sizes[next % sizes.length]!;
        pieces.push(wire.subarray(at, at + size));
        at += size;
      }
      expect((await all(serverThatReads(...pieces).server)).map(String)).toEqual([message.toString()]);
    }),
    { numRuns: 30 },
  );
});

test('what came with the handshake is read first', async () => {
  const [left, right] = duplexPair();
  const head = Buffer.of(0x82, 2, 104, 105);
  const client = new WebSocketConnection(left, 'client', head);
  right.write(Buffer.of(0x82, 1, 33, 0x88, 0));
  expect((await all(client)).map(String)).toEqual(['hi', '!']);
});

/** A frame of a client, masked with zeros. */
function masked(first: number, content: string): Buffer {
  return Buffer.concat([Buffer.of(first, 0x80 | content.length, 0, 0, 0, 0), Buffer.from(content)]);
}

test('a message in parts is one message, and a ping between them is answered', async () => {
  const { server, client } = serverThatReads(
    masked(0x02, 'one '),
    masked(0x89, 'p'),
    masked(0x80, 'message'),
    masked(0x88, ''),
  );
  expect((await all(server)).map(String)).toEqual(['one message']);
  expect([...(client.read() as Buffer)].slice(0, 3)).toEqual([0x8a, 1, 'p'.charCodeAt(0)]);
});

test.each([
  ['an unmasked frame of a client', Buffer.of(0x82, 1, 65)],
  ['a frame of more than 16 MiB', Buffer.of(0x82, 0xff, 0, 0, 0, 0, 0xff, 0, 0, 0)],
])('%s closes the connection with a protocol error', async (_, bytes) => {
  const { server, client } = serverThatReads(bytes);
  expect(await all(server)).toEqual([]);
  expect(client.read()).toEqual(Buffer.of(0x88, 2, 1002 >> 8, 1002 & 0xff));
});

test('the end of either side ends both, also without the closing handshake', async () => {
  const { client, server } = connected();
  const received = all(server);
  await client.close();
  expect(await received).toEqual([]);
  await all(client);
  await Promise.all([client.ended, server.ended]);

  const [left, right] = duplexPair();
  const broken = new WebSocketConnection(left, 'client');
  right.end();
  expect(await all(broken)).toEqual([]);
  broken.destroy();
  await broken.ended;
  // Does nothing any more.
  await broken.send(Buffer.from('late'));
});
