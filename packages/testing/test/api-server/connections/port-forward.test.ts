import { once } from 'node:events';
import { request } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import type { Duplex } from 'node:stream';
import { Pod } from '@opgen/runtime/kinds/core/v1';
import { expect, onTestFinished, test } from 'vitest';
import { type EmbeddedCluster, startCluster } from '../../../src/cluster.ts';

const path = '/api/v1/namespaces/default/pods/web/portforward?ports=80&ports=81';
const handshake = {
  connection: 'Upgrade',
  upgrade: 'websocket',
  'sec-websocket-version': '13',
  'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
};

/** A server that answers each connection with what it receives, in upper case. */
async function echoServer(): Promise<string> {
  const server = createServer((socket) => {
    socket.on('data', (data) => socket.write(data.toString().toUpperCase()));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return `tcp://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function startWithPod(): Promise<{ cluster: EmbeddedCluster; url: string }> {
  const cluster = await startCluster();
  onTestFinished(() => cluster.stop());
  const { url } = await cluster.serve({ tls: false });
  const spec = { nodeName: 'node-1', containers: [{ name: 'main', image: 'web:1' }] };
  await cluster.client.create(Pod, { metadata: { name: 'web', namespace: 'default' }, spec });
  return { cluster, url };
}

/** A frame as clients send it, masked with zeros. */
function masked(opcode: number, payload: Buffer, isLast = true): Buffer {
  const head = Buffer.of((isLast ? 0x80 : 0) | opcode, 0x80 | payload.length, 0, 0, 0, 0);
  return Buffer.concat([head, payload]);
}

/** The next frames from the server, each as its first byte and its payload. */
async function framesFrom(socket: Duplex, count: number): Promise<[first: number, payload: Buffer][]> {
  const frames: [number, Buffer][] = [];
  let bytes = Buffer.alloc(0);
  for await (const chunk of socket.iterator({ destroyOnReturn: false })) {
    bytes = Buffer.concat([bytes, chunk as Buffer]);
    while (bytes.length >= 2 && bytes.length >= 2 + bytes[1]!) {
      frames.push([bytes[0]!, bytes.subarray(2, 2 + bytes[1]!)]);
      bytes = bytes.subarray(2 + bytes[1]!);
    }
    if (frames.length >= count) break;
  }
  return frames;
}

test('forwards ports over a WebSocket', async () => {
  const { cluster, url } = await startWithPod();
  const echo = await echoServer();
  cluster.connections.port(({ kind, port }) => (kind === 'Pod' && port === '80' ? echo : undefined));
  const sent = request(`${url}${path}`, {
    headers: { ...handshake, 'sec-websocket-protocol': 'unknown, v4.channel.k8s.io' },
  });
  sent.end();
  const upgraded = (await once(sent, 'upgrade')) as [{ headers: object }, Duplex, Buffer];
  const [response, socket, head] = upgraded;
  socket.unshift(head);
  onTestFinished(() => void socket.destroy());
  expect(response.headers).toMatchObject({
    'sec-websocket-accept': 's3pPLMBiTxaQ9kYGzzhZRbK+xOo=',
    'sec-websocket-protocol': 'v4.channel.k8s.io',
  });
  // Each port has a channel for data and one for errors, which start with its number.
  const first = await framesFrom(socket, 5);
  expect(first.map(([, payload]) => [...payload].slice(0, 3))).toEqual([
    [0, 80, 0],
    [1, 80, 0],
    [2, 81, 0],
    [3, 81, 0],
    [3, ...Buffer.from('no')],
  ]);
  socket.write(masked(2, Buffer.from('\0hel'), false));
  socket.write(masked(9, Buffer.from('ping')));
  socket.write(masked(0, Buffer.from('lo')));
  const answers = await framesFrom(socket, 2);
  expect(answers.map(([opcode, payload]) => [opcode & 0xf, payload.toString()])).toEqual([
    [10, 'ping'],
    [2, '\0HELLO'],
  ]);
});

test('refuses what is no WebSocket, or speaks no known protocol', async () => {
  const { cluster, url } = await startWithPod();
  const responseTo = async (headers: Record<string, string>): Promise<[number, string]> => {
    const response = await fetch(`${url}${path}`, { headers });
    return [response.status, ((await response.json()) as { message: string }).message];
  };
  expect(await responseTo({})).toEqual([501, expect.stringContaining('cluster.connections.port')]);
  cluster.connections.port(() => 'tcp://127.0.0.1:1');
  expect(await responseTo({})).toEqual([400, 'Upgrade request required']);
  const sent = request(`${url}${path}`, { headers: { ...handshake, 'sec-websocket-protocol': 'v1' } });
  sent.end();
  const [response] = (await once(sent, 'response')) as [{ statusCode: number }];
  expect(response.statusCode).toBe(501);
});
