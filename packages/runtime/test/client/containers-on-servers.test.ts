import { once } from 'node:events';
import { createServer, get } from 'node:http';
import { createServer as createTcpServer, type AddressInfo, type Server } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { CommandError } from '../../src/client/command-error.ts';
import { ForbiddenError, NotFoundError, ServerError } from '../../src/client/errors.ts';
import { Namespace, Pod, ServiceAccount } from '../../src/kinds/core/v1.ts';
import { ConnectionError } from '../../src/transport/connection-error.ts';
import { nodeName, startKubelet } from '../support/kubelet/kubelet.ts';
import { isRealServer, startTestCluster, type TestCluster } from '../support/test-cluster.ts';

let cluster: TestCluster;
let stopKubelet: () => void;
const pod = { name: 'db-0', namespace: 'shop' };

beforeAll(async () => {
  cluster = await startTestCluster();
  stopKubelet = await startKubelet(cluster);
  const { client } = cluster;
  await client.create(Namespace, { metadata: { name: 'shop' } });
  // The real server refuses Pods until their ServiceAccount exists.
  await client
    .create(ServiceAccount, { metadata: { name: 'default', namespace: 'shop' } })
    .catch(() => undefined);
  const spec = { nodeName, containers: [{ name: 'main', image: 'postgres:18' }] };
  await client.create(Pod, { metadata: pod, spec });
});
afterAll(async () => {
  stopKubelet();
  await cluster.stop();
});

const shell = (script: string): { command: string[] } => ({ command: ['sh', '-c', script] });

async function listening(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

test('a command returns what it prints', async () => {
  const { client } = cluster;
  expect(await client.exec(pod, shell('echo ready; echo slow >&2'))).toEqual({
    stdout: 'ready\n',
    stderr: 'slow\n',
  });
  // No shell interprets the arguments.
  const { stdout } = await client.exec(pod, {
    command: ['echo', '$HOME', 'a&b=c d', 'ž'],
    container: 'main',
  });
  expect(stdout).toBe('$HOME a&b=c d ž\n');
});

test('a command that fails throws its exit code and what it has printed', async () => {
  const error = await cluster.client
    .exec(pod, shell('echo part; echo "no such table" >&2; exit 3'))
    .catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(CommandError);
  expect(error).toMatchObject({ exitCode: 3, stdout: 'part\n', stderr: 'no such table\n' });
  expect((error as Error).message).toMatch(/in Pod shop\/db-0 ended with exit code 3: no such table$/);
});

test('a program that does not exist is an error of the server', async () => {
  await expect(cluster.client.exec(pod, { command: ['/no/such/program'] })).rejects.toBeInstanceOf(
    ServerError,
  );
});

test('stdin is sent whole, and closed', async () => {
  // Larger than a message and than the buffers on the way.
  const rows = 'žluťoučký kůň 🐎\n'.repeat(30_000);
  const { stdout } = await cluster.client.exec(pod, { ...shell('cat'), stdin: rows });
  expect(stdout === rows).toBe(true);
  const parts = (async function* () {
    yield 'a';
    yield Buffer.from('b');
  })();
  expect((await cluster.client.exec(pod, { ...shell('cat; echo .'), stdin: parts })).stdout).toBe('ab.\n');
});

test('a command may end before its input', async () => {
  const open = (async function* () {
    yield 'y\n';
    await new Promise(() => {});
  })();
  expect((await cluster.client.exec(pod, { ...shell('head -n 1'), stdin: open })).stdout).toBe('y\n');
});

test('an error of the input ends the command with that error', async () => {
  const broken = (async function* () {
    yield 'a';
    throw new Error('the dump cannot be read');
  })();
  await expect(cluster.client.exec(pod, { ...shell('cat'), stdin: broken })).rejects.toThrow(
    'the dump cannot be read',
  );
});

test('output can be read as it arrives', async () => {
  const chunks: Uint8Array[] = [];
  const result = await cluster.client.exec(pod, {
    ...shell('seq 1 100000; echo done >&2'),
    onStdout: async (data) => {
      await new Promise(setImmediate);
      chunks.push(data);
    },
  });
  expect(result).toEqual({ stdout: '', stderr: 'done\n' });
  const lines = Buffer.concat(chunks).toString().trimEnd().split('\n');
  expect([lines.length, lines.at(-1)]).toEqual([100_000, '100000']);
});

test('a signal or a timeout ends the wait for a command', async () => {
  const { client } = cluster;
  const stop = new AbortController();
  const slow = client.exec(pod, { ...shell('echo begins; sleep 20'), signal: stop.signal });
  const reason = new Error('the resource was deleted');
  setTimeout(() => stop.abort(reason), 100);
  await expect(slow).rejects.toBe(reason);
  await expect(client.exec(pod, { ...shell('sleep 20'), timeout: 100 })).rejects.toBeInstanceOf(
    ConnectionError,
  );
});

test('an attach sends and receives while the process runs', async () => {
  let seen = '';
  let answered: (() => void) | undefined;
  const input = (async function* () {
    for (const line of ['one\n', 'two\n']) {
      const answer = new Promise<void>((resolve) => (answered = resolve));
      yield line;
      await answer;
    }
  })();
  const onStdout = (data: Uint8Array): void => {
    seen += Buffer.from(data).toString();
    answered?.();
  };
  await cluster.client.attach(pod, { stdin: input, onStdout });
  expect(seen).toBe('one\ntwo\n');
});

// The embedded server runs no terminal.
test.skipIf(!isRealServer)('a process with a terminal learns its size', async () => {
  const stop = new AbortController();
  const reason = new Error('seen');
  let seen = '';
  const sizes = (async function* () {
    yield { columns: 80, rows: 24 };
  })();
  const run = cluster.client.exec(pod, {
    ...shell('sleep 20'),
    tty: true,
    terminalSizes: sizes,
    signal: stop.signal,
    onStdout: (data) => {
      seen += Buffer.from(data).toString();
      if (seen.endsWith('\n')) stop.abort(reason);
    },
  });
  await expect(run).rejects.toBe(reason);
  expect(seen).toBe('80x24\n');
});

test('a port is reached by any client that takes a connection', async () => {
  const port = await listening(
    createServer((request, response) => response.end(`${request.method} ${request.url}`)),
  );
  const socket = await cluster.client.portForward(pod, port);
  const request = get({ path: '/healthz', createConnection: () => socket });
  const [response] = await once(request, 'response');
  expect(await text(response)).toBe('GET /healthz');
  socket.destroy();
});

test('much data goes through a port in both directions', async () => {
  const port = await listening(createTcpServer((socket) => socket.pipe(socket)));
  const socket = await cluster.client.portForward(pod, port);
  const sent = Buffer.alloc(1_000_000, 'abcdefghij');
  socket.write(sent);
  const parts: Buffer[] = [];
  let received = 0;
  for await (const part of socket as AsyncIterable<Buffer>) {
    parts.push(part);
    received += part.length;
    if (received === sent.length) break;
  }
  expect(Buffer.concat(parts).equals(sent)).toBe(true);
});

test('a port on which nothing listens is an error of the connection', async () => {
  const server = createTcpServer();
  const port = await listening(server);
  await new Promise((resolve) => server.close(resolve));
  const socket = await cluster.client.portForward(pod, port);
  const [error] = (await once(socket, 'error')) as [Error];
  expect(error.message).toContain(`port ${port} of Pod shop/db-0`);
});

test('the end of the server and the signal end a connection', async () => {
  const port = await listening(createTcpServer((socket) => socket.end('bye')));
  expect(await text(await cluster.client.portForward(pod, port))).toBe('bye');

  const silent = await listening(createTcpServer());
  const stop = new AbortController();
  const socket = await cluster.client.portForward(pod, silent, { signal: stop.signal });
  const reason = new Error('stopped');
  stop.abort(reason);
  expect(await once(socket, 'error')).toEqual([reason]);
});

test('what the server refuses is a typed error', async () => {
  const { client } = cluster;
  await expect(client.exec({ ...pod, name: 'db-1' }, shell('true'))).rejects.toBeInstanceOf(NotFoundError);
  const jane = client.impersonate({ username: 'jane' });
  await expect(jane.exec(pod, shell('true'))).rejects.toBeInstanceOf(ForbiddenError);
  await expect(jane.portForward(pod, 80)).rejects.toBeInstanceOf(ForbiddenError);
});
