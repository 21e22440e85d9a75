import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import type { EmbeddedCluster, TestCluster } from '@opgen/testing';
import { findOrBuildGoProgram } from '../../../../testing/test/support/go-program.ts';
import { Node } from '../../../src/kinds/core/v1.ts';
import { mergePatch } from '../../../src/client/patch.ts';
import { kubelet as program } from './kubelet-binary.ts';

/** The node whose containers run their commands on this machine, and whose Pods listen on its loopback address. */
export const nodeName = 'this-machine';

/** Creates the node. The returned function ends its kubelet. */
export async function startKubelet(cluster: TestCluster): Promise<() => void> {
  await cluster.client.create(Node, { metadata: { name: nodeName } });
  if ('connections' in cluster) {
    playKubelet(cluster as EmbeddedCluster);
    return () => {};
  }
  const child = spawn(await findOrBuildGoProgram(program, process.env), {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const [url] = (await once(child.stdout, 'data')) as [Buffer];
  const { hostname: address, port } = new URL(url.toString());
  const status = {
    addresses: [{ type: 'InternalIP', address }],
    daemonEndpoints: { kubeletEndpoint: { Port: Number(port) } },
  };
  await cluster.client.patch(Node, { name: nodeName }, mergePatch({ status }), { subresource: 'status' });
  return () => child.stdin.end();
}

function playKubelet({ connections }: EmbeddedCluster): void {
  connections.port(({ port }) => `tcp://127.0.0.1:${port}`);
  connections.exec(async ({ command: [program, ...args], stdin }) => {
    // An attach: the main process returns its input.
    if (program === undefined) return { stdout: stdin };
    const child = spawn(program, args);
    await once(child, 'spawn');
    const closed = once(child, 'close');
    const output = Promise.all([text(child.stdout), text(child.stderr)]);
    // A command may end before its input does.
    void pipeline(stdin, child.stdin).catch(() => {});
    const [stdout, stderr] = await output;
    const [exitCode] = (await closed) as [number];
    return { stdout, stderr, exitCode };
  });
}
