import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { deferred } from '../../../src/deferred.ts';
import { HttpTransport } from '../../../src/transport/http-transport.ts';
import type { ClusterEntry, KubeContext, UserEntry } from '../../../src/transport/kube-config/kube-config.ts';
import {
  KubeConfigCredentials,
  type KubeConfigCredentialsOptions,
} from '../../../src/transport/kube-config/kube-config-credentials.ts';
import { serviceAccountContext } from '../../../src/transport/kube-config/service-account.ts';

let folder: string;
let now: number;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'opgen-credentials-'));
  now = 0;
});

afterEach(() => rm(folder, { recursive: true }));

function credentialsOf(
  user: UserEntry,
  cluster: Partial<ClusterEntry> = {},
  options: Partial<KubeConfigCredentialsOptions> = {},
): Promise<KubeConfigCredentials> {
  const environment = { PATH: process.env['PATH'] };
  return KubeConfigCredentials.from(
    async () => ({ cluster: { server: 'https://api.example.com', ...cluster }, user }),
    { environment, interactive: false, now: () => now, today: () => now, ...options },
  );
}

/** Prints a counter that grows with each run, in a credential valid for a minute. */
async function counter(extra: object = {}): Promise<UserEntry> {
  const count = join(folder, 'count');
  await writeFile(count, '0');
  const script = `
    const fs = require('node:fs');
    const token = String(Number(fs.readFileSync(${JSON.stringify(count)}, 'utf8')) + 1);
    fs.writeFileSync(${JSON.stringify(count)}, token);
    const { apiVersion, spec } = JSON.parse(process.env.KUBERNETES_EXEC_INFO);
    const server = spec.cluster?.server ?? 'unknown';
    const expirationTimestamp = new Date(60_000 * Number(token)).toISOString();
    console.log(JSON.stringify({ apiVersion, status: { token: token + ' at ' + server, expirationTimestamp } }));`;
  return {
    exec: {
      apiVersion: 'client.authentication.k8s.io/v1',
      command: process.execPath,
      args: ['--eval', script],
      ...extra,
    },
  };
}

describe('files', () => {
  it('caches a token for ten seconds, then rereads the file', async () => {
    const tokenFile = join(folder, 'token');
    await writeFile(tokenFile, 'one\n');
    const source = await credentialsOf({ tokenFile });
    expect((await source.current()).headers).toEqual({ authorization: 'Bearer one' });
    await writeFile(tokenFile, 'two\n');
    now = 10_000;
    expect((await source.current()).headers).toEqual({ authorization: 'Bearer one' });
    now = 10_001;
    expect((await source.current()).headers).toEqual({ authorization: 'Bearer two' });
  });

  it('uses a replaced CA', async () => {
    const authority = join(folder, 'ca.crt');
    await writeFile(authority, 'old');
    const source = await credentialsOf({}, { 'certificate-authority': authority });
    expect((await source.current()).tls).toEqual({ ca: 'old' });
    await writeFile(authority, 'new');
    now = 20_000;
    expect((await source.current()).tls).toEqual({ ca: 'new' });
  });

  it('retries an unreadable file on the next request', async () => {
    const tokenFile = join(folder, 'token');
    const source = await credentialsOf({ tokenFile });
    await expect(source.current()).rejects.toThrow('ENOENT');
    await writeFile(tokenFile, 'one');
    expect((await source.current()).headers).toEqual({ authorization: 'Bearer one' });
  });
});

describe('an exec plugin', () => {
  it('runs once for concurrent requests, and again after its credential expires', async () => {
    const source = await credentialsOf(await counter());
    const tokens = async (): Promise<unknown[]> => {
      const many = await Promise.all([source.current(), source.current(), source.current()]);
      return many.map(({ headers }) => headers['authorization']);
    };
    expect(new Set(await tokens())).toEqual(new Set(['Bearer 1 at unknown']));
    now = 59_000;
    expect(new Set(await tokens())).toEqual(new Set(['Bearer 1 at unknown']));
    now = 70_000;
    expect(new Set(await tokens())).toEqual(new Set(['Bearer 2 at unknown']));
  });

  it('runs again after the server rejects its credential', async () => {
    const source = await credentialsOf(await counter());
    const refused = await source.current();
    await Promise.all([source.refresh(refused), source.refresh(refused)]);
    expect((await source.current()).headers).toEqual({ authorization: 'Bearer 2 at unknown' });
  });

  it('receives the cluster if provideClusterInfo is set', async () => {
    const source = await credentialsOf(await counter({ provideClusterInfo: true }));
    expect((await source.current()).headers).toEqual({
      authorization: 'Bearer 1 at https://api.example.com',
    });
  });

  it.each<[string, Partial<ClusterEntry>]>([
    ['given inline', { 'certificate-authority-data': 'b25l' }],
    ['read from its file', { 'certificate-authority': 'ca.crt' }],
  ])('receives the CA %s', async (_, cluster) => {
    await writeFile(join(folder, 'ca.crt'), 'one');
    const path = cluster['certificate-authority'];
    const script = `
      const { apiVersion, spec } = JSON.parse(process.env.KUBERNETES_EXEC_INFO);
      const token = spec.cluster['certificate-authority-data'];
      console.log(JSON.stringify({ apiVersion, status: { token } }));`;
    const user = await counter({ provideClusterInfo: true, args: ['--eval', script] });
    const source = await credentialsOf(user, {
      ...cluster,
      ...(path !== undefined && { 'certificate-authority': join(folder, path) }),
    });
    expect((await source.current()).headers).toEqual({ authorization: 'Bearer b25l' });
  });

  it.each([
    [
      'is missing',
      { command: 'no-such-plugin', installHint: 'install it' },
      /no-such-plugin cannot be started.*\n.*install it/s,
    ],
    ['fails', { args: ['--eval', 'process.exit(7)'] }, 'failed with exit code 7'],
    ['prints no JSON', { args: ['--eval', 'console.log("secret")'] }, 'did not print JSON'],
    [
      'returns no credential',
      { args: ['--eval', 'console.log(`{"apiVersion":"client.authentication.k8s.io/v1","status":{}}`)'] },
      'returned neither a token nor a client certificate',
    ],
  ])('that %s fails with a clear error', async (_, extra, message) => {
    const source = await credentialsOf(await counter(extra));
    await expect(source.current()).rejects.toThrow(message);
  });

  it('that hangs is killed together with its children', async () => {
    // The grandchild keeps the pipe open.
    const script =
      "require('node:child_process').spawn('sleep', ['5'], { stdio: 'inherit' }); setInterval(() => {}, 1e3)";
    const source = await credentialsOf(
      await counter({ args: ['--eval', script] }),
      {},
      { pluginTimeout: 10 },
    );

    await expect(source.current()).rejects.toThrow(/^the credential plugin .* timed out after 0.01 s$/);
  });

  it('that hangs ends with its transport, and does not block requests whose signal aborts', async () => {
    const user = await counter({ args: ['--eval', 'setInterval(() => {}, 1e3)'] });
    const transport = new HttpTransport(await credentialsOf(user));
    const get = { method: 'GET', path: '/api' };
    const signal = AbortSignal.abort(new Error('enough'));
    await expect(transport.request({ ...get, signal })).rejects.toThrow('enough');
    const ending = new AbortController();
    const ended = expect(transport.request({ ...get, signal: ending.signal })).rejects.toThrow('stopping');
    const waiting = expect(transport.request(get)).rejects.toThrow('was stopped');
    ending.abort(new Error('stopping'));
    await ended;
    await transport.close();
    await waiting;
  });

  it.each([
    [
      'with an unsupported apiVersion',
      { apiVersion: 'client.authentication.k8s.io/v1alpha1' },
      'uses unsupported apiVersion client',
    ],
    [
      'that needs an interactive terminal',
      { interactiveMode: 'Always' as const },
      'needs an interactive terminal',
    ],
  ])('%s is rejected at once', async (_, extra, message) => {
    await expect(credentialsOf(await counter(extra))).rejects.toThrow(message);
  });
});

it('does not cache rejected credentials again while a refresh is in progress', async () => {
  const cluster = { server: 'https://api.example.com' };
  const reading = deferred();
  const contexts = [async () => ({ cluster, user: { token: 'old' } })];
  const load = async (): Promise<KubeContext> => (contexts.shift() ?? contexts[0]!)();
  const source = await KubeConfigCredentials.from(load, { environment: {}, now: () => now });
  contexts.push(async () => {
    await reading.promise;
    return { cluster, user: { token: 'new' } };
  });
  const refused = await source.current();
  const refreshed = [source.refresh(refused), source.refresh(refused)];
  await new Promise((resolve) => setImmediate(resolve));
  const meanwhile = [source.current(), source.refresh(refused).then(() => source.current())];
  reading.resolve();
  await Promise.all(refreshed);

  const headers = { authorization: 'Bearer new' };
  expect(await Promise.all([source.current(), ...meanwhile])).toMatchObject([
    { headers },
    { headers },
    { headers },
  ]);
});

it('does not cache rejected credentials again for a request that starts with the refresh', async () => {
  const cluster = { server: 'https://api.example.com' };
  const tokens = ['old', 'new'];
  const load = async (): Promise<KubeContext> => ({ cluster, user: { token: tokens.shift()! } });
  const source = await KubeConfigCredentials.from(load, { environment: {}, now: () => now });
  const rejected = await source.current();
  const refreshed = source.refresh(rejected);
  const meanwhile = source.current();
  await refreshed;
  await meanwhile;

  expect(await source.current()).toMatchObject({ headers: { authorization: 'Bearer new' } });
});

describe('users', () => {
  it('sends all impersonation headers', async () => {
    const source = await credentialsOf({
      as: 'jane',
      'as-uid': '7',
      'as-groups': ['a', 'b'],
      'as-user-extra': { 'example.com/team': ['x'] },
    });
    expect((await source.current()).headers).toEqual({
      'impersonate-user': 'jane',
      'impersonate-uid': '7',
      'impersonate-group': ['a', 'b'],
      'impersonate-extra-example.com%2fteam': ['x'],
    });
  });

  it('suggests an exec plugin for a removed auth provider', async () => {
    const source = await credentialsOf({ 'auth-provider': { name: 'gcp' } });
    await expect(source.current()).rejects.toThrow('use a credential plugin under exec instead');
  });
});

it('names an unsupported proxy', async () => {
  const source = await credentialsOf({}, { 'proxy-url': 'socks4://proxy.example.com' });
  await expect(source.current()).rejects.toThrow('socks4://proxy.example.com is not supported');
});

it.each([
  ['api.example.com:6443', 'https://api.example.com:6443'],
  ['http://127.0.0.1:8080', 'http://127.0.0.1:8080'],
])('normalizes the server %s to %s', async (server, url) => {
  expect((await credentialsOf({}, { server })).server).toBe(url);
});

describe('in a Pod', () => {
  it('uses the service account, with an API server address that may be IPv6', async () => {
    await writeFile(join(folder, 'token'), 'pod');
    await writeFile(join(folder, 'ca.crt'), 'authority');
    const environment = { KUBERNETES_SERVICE_HOST: 'fd00::1', KUBERNETES_SERVICE_PORT: '6443' };
    const context = serviceAccountContext(environment, folder);
    expect(context?.cluster.server).toBe('https://[fd00::1]:6443');
    const source = await KubeConfigCredentials.from(async () => context!, { environment });
    expect(await source.current()).toEqual({
      headers: { authorization: 'Bearer pod' },
      tls: { ca: 'authority' },
    });
  });

  it('finds no service account without the address or the token', () => {
    expect(serviceAccountContext({}, folder)).toBeUndefined();
    expect(serviceAccountContext({ KUBERNETES_SERVICE_HOST: '10.0.0.1' }, folder)).toBeUndefined();
  });
});
