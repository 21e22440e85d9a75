/** Many programs read kubeconfigs with client-node, and users rely on how it interprets them. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { RequestOptions } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { KubeConfig } from '@kubernetes/client-node';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { KubeConfigCredentials } from '../../../src/transport/kube-config/kube-config-credentials.ts';
import { contextOf } from '../../../src/transport/kube-config/kube-config.ts';
import { readKubeConfigs } from '../../../src/transport/kube-config/read-kube-config.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'opgen-kubeconfig-'));
  await writeFile(join(folder, 'ca.crt'), 'authority');
  await writeFile(join(folder, 'client.crt'), 'certificate');
  await writeFile(join(folder, 'client.key'), 'key');
});

afterAll(() => rm(folder, { recursive: true }));

const base64 = (text: string): string => Buffer.from(text).toString('base64');

const cases: Record<string, { cluster?: object; user?: object }> = {
  'a token': { user: { token: 'one' } },
  'a username and a password': { user: { username: 'jane', password: 'secret' } },
  'certificates in the kubeconfig': {
    cluster: { 'certificate-authority-data': base64('authority') },
    user: {
      'client-certificate-data': base64('certificate'),
      'client-key-data': base64('key'),
    },
  },
  'certificates in files beside the kubeconfig': {
    cluster: { 'certificate-authority': 'ca.crt' },
    user: { 'client-certificate': 'client.crt', 'client-key': 'client.key' },
  },
  'a TLS server name': { cluster: { 'tls-server-name': 'api.example.com' } },
  'an impersonated user': { user: { token: 'one', as: 'jane' } },
  'an exec plugin': {
    user: {
      exec: {
        apiVersion: 'client.authentication.k8s.io/v1',
        command: process.execPath,
        args: [
          '--eval',
          `const { apiVersion } = JSON.parse(process.env.KUBERNETES_EXEC_INFO ?? '{"apiVersion":"client.authentication.k8s.io/v1"}');
           console.log(JSON.stringify({ apiVersion, kind: 'ExecCredential', status: { token: process.env.WHO } }))`,
        ],
        env: [{ name: 'WHO', value: 'plugin' }],
        interactiveMode: 'Never',
      },
    },
  },
};

it.each(Object.entries(cases))('%s', async (_, { cluster, user = {} }) => {
  const path = join(folder, 'config');
  await writeFile(
    path,
    JSON.stringify({
      'current-context': 'main',
      contexts: [{ name: 'main', context: { cluster: 'main', user: 'main' } }],
      clusters: [{ name: 'main', cluster: { server: 'https://api.example.com:6443', ...cluster } }],
      users: [{ name: 'main', user }],
    }),
  );
  expect(await ours(path)).toEqual(await theirs(path));
});

async function ours(path: string): Promise<object> {
  const load = async (): Promise<ReturnType<typeof contextOf>> => contextOf(await readKubeConfigs([path]));
  const source = await KubeConfigCredentials.from(load, { environment: {} });
  const { headers, tls } = await source.current();
  return { server: source.server, headers, ...tls };
}

async function theirs(path: string): Promise<object> {
  const config = new KubeConfig();
  config.loadFromFile(path);
  const options: RequestOptions = {};
  await config.applyToHTTPSOptions(options);
  const { auth, ca, cert, headers, key, servername } = options;
  const given = Object.entries({ ca, cert, key, servername }).filter(([, value]) => value !== undefined);
  return {
    server: config.getCurrentCluster()?.server,
    headers: {
      ...Object.fromEntries(
        Object.entries(headers ?? {}).map(([name, value]) => [name.toLowerCase(), String(value)]),
      ),
      ...(auth !== undefined && auth !== null && { authorization: `Basic ${base64(auth)}` }),
    },
    ...Object.fromEntries(given.map(([name, value]) => [name, String(value)])),
  };
}
