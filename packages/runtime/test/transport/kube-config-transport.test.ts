import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { kubeConfigTransport } from '../../src/transport/kube-config-transport.ts';
import type { Transport } from '../../src/transport/transport.ts';
import { first, second } from './certificates.ts';
import { LocalServer } from './local-server.ts';

let folder: string;
const opened: Transport[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'opgen-kubeconfig-'));
});

afterEach(async () => {
  await Promise.all(opened.splice(0).map((transport) => transport.close()));
  await rm(folder, { recursive: true });
});

describe('kubeConfigTransport', () => {
  it('uses the client certificate and the CA of the kubeconfig', async () => {
    await using server = await LocalServer.start((_request, response) => void response.end('pods'), {
      ...first,
      requestCert: true,
      ca: second.cert,
    });
    const cluster = { server: server.url, 'certificate-authority-data': base64(first.cert) };
    const user = { 'client-certificate-data': base64(second.cert), 'client-key-data': base64(second.key) };
    expect(await ask({ text: kubeConfig({ cluster, user }) })).toBe('pods');
    expect(server.connections).toBe(1);
  });

  it('sends a token and impersonation headers, over plain HTTP too', async () => {
    await using server = await whoAmI();
    const text = kubeConfig({ cluster: { server: server.url }, user: { token: 'one', as: 'jane' } });
    expect(await ask({ text })).toBe('Bearer one as jane');
  });

  it('sends basic authentication', async () => {
    await using server = await whoAmI();
    const text = kubeConfig({ cluster: { server: server.url }, user: { username: 'jane', password: 'x' } });
    expect(await ask({ text })).toBe(`Basic ${base64('jane:x')}`);
  });

  it('uses the given context', async () => {
    await using server = await whoAmI();
    const cluster = { server: 'https://127.0.0.1:1' };
    const other = { cluster: { server: server.url }, user: { token: 'other' } };
    expect(await ask({ text: kubeConfig({ cluster, user: {}, other }), context: 'other' })).toBe(
      'Bearer other',
    );
  });

  it('sends no credentials for a context without a user', async () => {
    await using server = await whoAmI();
    const text = JSON.stringify({
      'current-context': 'main',
      clusters: [{ name: 'main', cluster: { server: server.url } }],
      contexts: [{ name: 'main', context: { cluster: 'main' } }],
    });
    expect(await ask({ text })).toBe('');
  });

  it('uses the proxy from the environment', async () => {
    await using server = await whoAmI();
    await using proxy = await whoAmI();
    const asked: (string | undefined)[] = [];
    proxy.server.on('connect', (request, client: Socket) => {
      asked.push(request.url);
      const upstream = connect(Number(new URL(server.url).port), '127.0.0.1');
      client.write('HTTP/1.1 200 Connection established\r\n\r\n');
      client.pipe(upstream).pipe(client);
    });
    const cluster = { server: 'http://api.example.com' };
    const text = kubeConfig({ cluster, user: { token: 'one' } });
    expect(await ask({ text }, { HTTP_PROXY: proxy.url })).toBe('Bearer one');
    expect(asked).toEqual(['api.example.com:80']);
  });

  it('lists the known contexts in the error', async () => {
    const text = kubeConfig({ cluster: { server: 'https://127.0.0.1:1' }, user: {} });
    await expect(kubeConfigTransport({ text, context: 'production' })).rejects.toThrow(
      'no cluster for context "production"; known: main',
    );
  });

  it('merges the files of KUBECONFIG: the first wins, missing files are skipped', async () => {
    await using server = await whoAmI();
    const files = [join(folder, 'missing'), join(folder, 'a'), join(folder, 'b')];
    await writeFile(files[1]!, kubeConfig({ cluster: { server: server.url }, user: { token: 'a' } }));
    await writeFile(
      files[2]!,
      kubeConfig({ cluster: { server: 'https://127.0.0.1:1' }, user: { token: 'b' } }),
    );
    expect(await ask({}, { KUBECONFIG: files.join(delimiter) })).toBe('Bearer a');
  });

  it('names the places it searched if there is no kubeconfig', async () => {
    await expect(kubeConfigTransport({}, { HOME: folder })).rejects.toThrow('KUBECONFIG is not set');
    await expect(kubeConfigTransport({ path: join(folder, 'config') })).rejects.toThrow(
      'kubeconfig not found',
    );
  });

  it('rereads the token file after a 401', async () => {
    await using server = await whoAmI('Bearer new');
    const tokenFile = join(folder, 'token');
    await writeFile(tokenFile, 'old');
    const path = join(folder, 'config');
    // Relative to the kubeconfig, and takes precedence over the inline token.
    const user = { token: 'older', tokenFile: 'token' };
    await writeFile(path, kubeConfig({ cluster: { server: server.url }, user }));
    const transport = await open({ path });
    expect((await transport.request({ method: 'GET', path: '/' })).status).toBe(401);
    await writeFile(tokenFile, 'new');
    expect((await transport.request({ method: 'GET', path: '/' })).status).toBe(200);
  });

  it.skipIf(process.platform === 'win32')(
    'runs an exec plugin, and only once more when many requests get a 401',
    async () => {
      await using server = await whoAmI('Bearer 2');
      const command = join(folder, 'plugin');
      const status = `{"apiVersion":"client.authentication.k8s.io/v1","status":{"token":"'$count'"}}`;
      await writeFile(join(folder, 'count'), '0');
      await writeFile(
        command,
        `#!/bin/sh\ncd "$(dirname "$0")"\ncount=$(($(cat count) + 1))\necho $count > count\necho '${status}'\n`,
      );
      await chmod(command, 0o755);
      const exec = { apiVersion: 'client.authentication.k8s.io/v1', command, interactiveMode: 'Never' };
      const text = kubeConfig({ cluster: { server: server.url }, user: { exec } });
      const transport = await open({ text });
      const answers = await Promise.all(
        [1, 2, 3].map(() => transport.request({ method: 'GET', path: '/api' })),
      );
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    },
  );
});

async function open(...args: Parameters<typeof kubeConfigTransport>): Promise<Transport> {
  const transport = await kubeConfigTransport(...args);
  opened.push(transport);
  return transport;
}

async function ask(...args: Parameters<typeof kubeConfigTransport>): Promise<string> {
  const transport = await open(...args);
  const response = await transport.request({ method: 'GET', path: '/api' });
  return response.text();
}

/** Returns the credentials it received; accepts only the given ones, if any. */
async function whoAmI(accepted?: string): Promise<LocalServer> {
  return LocalServer.start(({ headers }, response) => {
    if (accepted !== undefined && headers.authorization !== accepted) response.statusCode = 401;
    const user = headers['impersonate-user'];
    response.end(user === undefined ? headers.authorization : `${headers.authorization} as ${String(user)}`);
  });
}

interface Entry {
  cluster: object;
  user: object;
}

function kubeConfig({ other, ...main }: Entry & { other?: Entry }): string {
  const entries: [string, Entry][] = [
    ['main', main],
    ...(other ? [['other', other] as [string, Entry]] : []),
  ];
  return JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': 'main',
    clusters: entries.map(([name, { cluster }]) => ({ name, cluster })),
    users: entries.map(([name, { user }]) => ({ name, user })),
    contexts: entries.map(([name]) => ({ name, context: { cluster: name, user: name } })),
  });
}

function base64(text: string): string {
  return Buffer.from(text).toString('base64');
}
