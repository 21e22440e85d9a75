import { connect, type Socket } from 'node:net';
import type { WebSocketConnection } from '@opgen/runtime/transport';

/** The version of the protocol that this server speaks. */
export const portForwardProtocols: readonly string[] = ['v4.channel.k8s.io'];

/** A port of a Pod, and the URL at which it listens. */
export interface ForwardedPort {
  readonly port: number;
  readonly url: string | undefined;
}

/** Forwards the ports of a Pod. Each has two channels of the WebSocket: one for data, and one for errors. */
export async function servePortForward(
  socket: WebSocketConnection,
  ports: readonly ForwardedPort[],
): Promise<void> {
  const write = (channel: number, data: Uint8Array): Promise<void> =>
    socket.send(Buffer.concat([Buffer.of(channel), data]));
  const targets: (Socket | undefined)[] = [];
  for (const [index, { port, url }] of ports.entries()) {
    const [data, errors] = [2 * index, 2 * index + 1];
    const name = Buffer.alloc(2);
    name.writeUInt16LE(port);
    await write(data, name);
    await write(errors, name);
    targets.push(
      url === undefined
        ? undefined
        : forward(
            url,
            (chunk) => write(data, chunk),
            (problem) => write(errors, Buffer.from(problem)),
          ),
    );
    if (url === undefined) await write(errors, Buffer.from(`no handler says where port ${port} listens`));
  }
  void Promise.all(targets.map(closed)).then(() => socket.close());
  for await (const message of socket.messages()) targets[message[0]! / 2]?.write(message.subarray(1));
  for (const target of targets) target?.destroy();
}

async function closed(target: Socket | undefined): Promise<void> {
  if (target !== undefined && !target.closed) await new Promise((resolve) => target.once('close', resolve));
}

function forward(
  url: string,
  receive: (data: Buffer) => Promise<void>,
  fail: (problem: string) => Promise<void>,
): Socket {
  const { hostname, port, protocol } = new URL(url);
  const target = connect(Number(port) || (protocol === 'https:' ? 443 : 80), hostname);
  target.on('data', (chunk) => {
    target.pause();
    void receive(chunk).then(() => target.resume());
  });
  target.on('error', (error) => void fail(error.message));
  target.on('end', () => target.end());
  return target;
}
