import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Lease } from '../../src/kinds/coordination/v1.ts';
import { memcached } from '../support/objects.ts';

const operatorFile = fileURLToPath(new URL('../support/tiny-operator.ts', import.meta.url));
const endOfList = { 'k8s.io/initial-events-end': 'true' };

let server: Server;
let operator: ChildProcess;
let output: string;
let lease: Lease | undefined;
let notes: unknown[];

beforeEach(async () => {
  lease = undefined;
  notes = [];
  server = createServer(async (request, response) => {
    const sent = request.method === 'GET' ? undefined : JSON.parse(await text(request));
    if (request.url?.includes('/leases') === true) {
      lease = (sent as Lease | undefined) ?? lease;
      response.writeHead(lease === undefined ? 404 : 200);
      return response.end(JSON.stringify(lease ?? {}));
    }
    if (request.url?.includes('/events') === true) {
      notes.push((sent as { note: string }).note);
      return response.end(JSON.stringify(sent));
    }
    for (const name of ['at-once', 'later', 'broken']) {
      response.write(`${JSON.stringify({ type: 'ADDED', object: memcached(name, 1) })}\n`);
    }
    const metadata = { resourceVersion: '10', annotations: endOfList };
    return response.write(`${JSON.stringify({ type: 'BOOKMARK', object: { metadata } })}\n`);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const command = ['--import', 'tsx', '--conditions=source', operatorFile, `http://127.0.0.1:${port}`];
  operator = spawn(process.execPath, command, { stdio: ['ignore', 'pipe', 'pipe'] });
  output = '';
  operator.stdout?.on('data', (chunk) => (output += String(chunk)));
  operator.stderr?.on('data', (chunk) => (output += String(chunk)));
});

afterEach(() => {
  operator.kill('SIGKILL');
  server.close();
  server.closeAllConnections();
});

async function printed(text: string): Promise<void> {
  while (!output.includes(text)) {
    if (operator.exitCode !== null) throw new Error(`the operator ended early:\n${output}`);
    await Promise.race([
      once(operator.stdout!, 'data'),
      once(operator.stderr!, 'data'),
      once(operator, 'exit'),
    ]);
  }
}

test('after SIGTERM no watch, probe, requeue, retry or Lease keeps the process alive', async () => {
  await printed('reconciled at-once');
  await printed('reconciled later');
  await printed('reconcile failed');
  const exited = once(operator, 'exit');
  operator.kill('SIGTERM');
  const [code, signal] = (await exited) as [number | null, string | null];

  expect({ code, signal, stopped: output.includes('stopped') }).toEqual({
    code: 0,
    signal: null,
    stopped: true,
  });
  expect(lease?.spec).toMatchObject({ holderIdentity: '', leaseDurationSeconds: 1 });
  expect(notes).toEqual(
    expect.arrayContaining(['reconciled at-once', 'reconciled later', 'reconciled broken']),
  );
});
