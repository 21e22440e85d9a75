import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Pod } from '@opgen/runtime/kinds/core/v1';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { kubectlIsHere, openTerminal, type Terminal } from './kubectl.ts';

describe.skipIf(!kubectlIsHere)('kubectl with containers whose part a test plays', () => {
  let terminal: Terminal;
  let website: Server;
  const kubectl = (...args: string[]): Promise<string> => terminal.kubectl(...args);

  beforeAll(async () => {
    website = createServer((incoming, outgoing) => outgoing.end(`${incoming.method} ${incoming.url}\n`));
    website.listen(0, '127.0.0.1');
    await once(website, 'listening');
    const { port } = website.address() as AddressInfo;
    terminal = await openTerminal();
    const { connections, client } = terminal.cluster;
    for (const name of ['web', 'other']) {
      const containers = [{ name: 'main', image: 'web:1' }];
      const pod = await client.create(Pod, {
        metadata: { name, namespace: 'default' },
        spec: { nodeName: 'node-1', containers },
      });
      await client.updateStatus(Pod, { ...pod, status: { phase: 'Running' } });
    }
    connections.exec(async ({ command: [program, ...args], stdin }) => {
      if (program === 'echo') return { stdout: `${args.join(' ')}\n` };
      if (program === 'cat') return { stdout: await text(stdin) };
      if (program === undefined) return { stdout: 'attached\n' };
      return undefined;
    });
    connections.exec(({ pod, container, command }) =>
      command[0] === 'fail' ? { stderr: `${pod}/${container} failed\n`, exitCode: 3 } : undefined,
    );
    connections.port(({ name, port: wanted }) =>
      name === 'web' && wanted === '80' ? `http://127.0.0.1:${port}` : undefined,
    );
  });

  afterAll(async () => {
    await terminal.close();
    website.close();
  });

  it('runs a command', async () => {
    expect(await kubectl('exec', 'web', '--', 'echo', 'hello', 'you')).toBe('hello you\n');
  });

  it('sends an input', async () => {
    const input = 'a line\n'.repeat(20_000);
    expect(await terminal.kubectlWith(input, 'exec', '-i', 'web', '--', 'cat')).toBe(input);
  });

  it('exits with the code of the command', async () => {
    await expect(kubectl('exec', 'web', '-c', 'main', '--', 'fail')).rejects.toMatchObject({
      code: 3,
      stderr: 'web/main failed\ncommand terminated with exit code 3\n',
    });
  });

  it('attaches to a container', async () => {
    expect(await kubectl('attach', 'web')).toContain('attached\n');
  });

  it('reports a command that no handler answers', async () => {
    await expect(kubectl('exec', 'web', '--', 'ls')).rejects.toThrow('no handler answers ls');
  });

  it('does not forward ports, which takes SPDY', async () => {
    await expect(kubectl('port-forward', 'web', ':80')).rejects.toThrow('speaks only v4.channel.k8s.io');
  });

  it('reaches a port through the proxy', async () => {
    const path = '/api/v1/namespaces/default/pods/web:80/proxy/a/b/?x=y';
    expect(await kubectl('get', '--raw', path)).toBe('GET /a/b/?x=y\n');
    await expect(kubectl('get', '--raw', '/api/v1/namespaces/default/pods/other/proxy/')).rejects.toThrow(
      'declare its URL with cluster.connections.port',
    );
  });
});

describe.skipIf(!kubectlIsHere)('kubectl without declared connections', () => {
  it('reports that no container runs', async () => {
    const { cluster, kubectl, close } = await openTerminal();
    const containers = [{ name: 'main', image: 'web:1' }];
    await cluster.client.create(Pod, {
      metadata: { name: 'web', namespace: 'default' },
      spec: { nodeName: 'node-1', containers },
    });
    await expect(kubectl('exec', 'web', '--', 'ls')).rejects.toThrow(
      'no container runs in the embedded cluster',
    );
    await close();
  });
});
