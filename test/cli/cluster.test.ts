import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { serverTransport } from '@opgen/runtime/transport';
import { expect, test, vi } from 'vitest';
import { parse } from 'yaml';
import { temporaryFolder, writeFolder } from '../support/folder.ts';
import { runCli } from '../support/run-cli.ts';

interface Kubeconfig {
  clusters: { cluster: { server: string; 'certificate-authority-data': string } }[];
  users: { user: { token: string } }[];
}

/** A run of `opgen cluster` that is ready. */
async function clusterIn(folder: string, ...args: string[]) {
  const ctrlC = new AbortController();
  let printed = '';
  const output = { write: (text: string) => (printed += text) };
  const running = runCli(folder, ['cluster', ...args], {
    stdout: output,
    stderr: output,
    env: { HOME: join(folder, 'home') },
    interrupted: ctrlC.signal,
  });
  await vi.waitFor(() => expect(printed).not.toBe(''), 60_000);
  return {
    printed: () => printed,
    /** Returns the exit code. */
    end: async (): Promise<number> => {
      ctrlC.abort();
      return (await running).exitCode;
    },
  };
}

/** Sends a request with the credentials of a kubeconfig. */
async function get(path: string, kubeconfig: string): Promise<{ items: { metadata: { name: string } }[] }> {
  const { clusters, users } = parse(readFileSync(kubeconfig, 'utf8')) as Kubeconfig;
  const [{ cluster } = { cluster: undefined! }] = clusters;
  const transport = serverTransport({
    server: cluster.server,
    ca: Buffer.from(cluster['certificate-authority-data'], 'base64').toString(),
    token: users[0]!.user.token,
  });
  const response = await transport.request({ method: 'GET', path });
  const text = await response.text();
  await transport.close();
  expect(response.status, text).toBe(200);
  return JSON.parse(text) as never;
}

const names = ({ items }: { items: { metadata: { name: string } }[] }): string[] =>
  items.map(({ metadata }) => metadata.name);

const ready = (pods: unknown): number =>
  JSON.stringify(pods).split('"type":"Ready","status":"True"').length - 1;

const deployment = `apiVersion: apps/v1
kind: Deployment
metadata: { name: web }
spec:
  replicas: 2
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    spec: { containers: [{ name: web, image: nginx }] }
`;

test('--audit-log appends each request to a file', async () => {
  const folder = temporaryFolder();
  const cluster = await clusterIn(folder, '--no-workloads', '--audit-log', 'audit.log', '--kubeconfig', 'k');
  await get('/api/v1/nodes?limit=7', join(folder, 'k'));
  expect(await cluster.end()).toBe(0);
  const lines = readFileSync(join(folder, 'audit.log'), 'utf8').trimEnd().split('\n');
  const events = lines.map((line) => JSON.parse(line) as { requestURI: string; verb: string });
  expect(events.filter(({ requestURI }) => requestURI === '/api/v1/nodes?limit=7')).toMatchObject([
    { kind: 'Event', apiVersion: 'audit.k8s.io/v1', verb: 'list', user: { username: 'kubernetes-admin' } },
  ]);
});

test('a cluster runs Pods until Ctrl-C, and leaves nothing behind', async () => {
  const folder = temporaryFolder();
  writeFolder(folder, { 'web.yaml': deployment });
  const cluster = await clusterIn(folder, '--nodes', '2', '-f', 'web.yaml');
  const [, kubeconfig = ''] = /^kubeconfig (.*)$/m.exec(cluster.printed()) ?? [];
  expect(cluster.printed()).toMatch(
    /^Kubernetes v1\.\d+\.\d+\S* at https:\/\/127.0.0.1:\d+, 2 simulated nodes$/m,
  );
  expect(cluster.printed()).toContain(`export KUBECONFIG=${kubeconfig}`);
  expect(names(await get('/api/v1/nodes', kubeconfig))).toEqual(['node-1', 'node-2']);
  await expect.poll(async () => ready(await get('/api/v1/namespaces/default/pods', kubeconfig))).toBe(2);
  expect(await cluster.end()).toBe(0);
  expect(existsSync(kubeconfig)).toBe(false);
});

test('--json prints one document, --no-workloads runs no nodes', async () => {
  const folder = temporaryFolder();
  const cluster = await clusterIn(folder, '--no-workloads', '--json', '--kubeconfig', 'my config');
  const { ok, data } = JSON.parse(cluster.printed()) as { ok: boolean; data: { kubeconfig: string } };
  expect(ok).toBe(true);
  expect(data).toMatchObject({ nodes: 0, workloads: false, kubeconfig: join(folder, 'my config') });
  expect(names(await get('/api/v1/nodes', data.kubeconfig))).toEqual([]);
  const before = cluster.printed();
  expect(await cluster.end()).toBe(0);
  expect(cluster.printed()).toBe(before);
  expect(existsSync(data.kubeconfig)).toBe(false);
});

test('--merge-kubeconfig adds the context to the kubeconfig of kubectl, and removes it', async () => {
  const folder = temporaryFolder();
  const others = { apiVersion: 'v1', kind: 'Config', clusters: [{ name: 'prod' }], contexts: [], users: [] };
  writeFolder(folder, { 'home/.kube/config': JSON.stringify(others) });
  const path = join(folder, 'home/.kube/config');
  const cluster = await clusterIn(folder, '--no-workloads', '--merge-kubeconfig');
  expect(cluster.printed()).toContain('The current context of kubectl is opgen');
  expect(parse(readFileSync(path, 'utf8'))).toMatchObject({ 'current-context': 'opgen' });
  expect(await cluster.end()).toBe(0);
  expect(parse(readFileSync(path, 'utf8'))).toEqual({ ...others, 'current-context': '' });
});

test('--state keeps objects and the kubeconfig for the next start', async () => {
  const folder = temporaryFolder();
  writeFolder(folder, { 'web.yaml': deployment });
  const kubeconfig = join(folder, 'state/kubeconfig');
  const first = await clusterIn(folder, '--no-workloads', '--state', 'state', '-f', 'web.yaml');
  expect(first.printed()).toContain(`kubeconfig ${kubeconfig}`);
  const second = await runCli(folder, ['cluster', '--state', 'state']);
  expect(second.stderr).toContain('is in use by the process');
  expect(second.stderr).toContain('pass another --state folder');
  expect(await first.end()).toBe(0);
  const { users } = parse(readFileSync(kubeconfig, 'utf8')) as Kubeconfig;
  const third = await clusterIn(folder, '--no-workloads', '--state', 'state');
  expect((parse(readFileSync(kubeconfig, 'utf8')) as Kubeconfig).users).toEqual(users);
  expect(names(await get('/apis/apps/v1/deployments', kubeconfig))).toEqual(['web']);
  expect(await third.end()).toBe(0);
});

test('a port that is in use is an error', async () => {
  const folder = temporaryFolder();
  const cluster = await clusterIn(folder, '--no-workloads', '--json');
  const { data } = JSON.parse(cluster.printed()) as { data: { url: string } };
  const { port } = new URL(data.url);
  const second = await runCli(folder, ['cluster', '--port', port]);
  expect(second.exitCode).toBe(1);
  expect(second.stderr).toContain(`OPG4014 port ${port} is in use`);
  expect(await cluster.end()).toBe(0);
});

test.each([
  [['--port', '0'], 'use a port from 1 to 65535'],
  [['--nodes', 'two'], 'use a number of nodes from 1 to 5000'],
  [['-f', 'missing.yaml'], 'OPG4015 missing.yaml: no such file or folder'],
  [['-f', 'pod.yaml'], 'OPG4015 pod.yaml: '],
  [['--kubeconfig', 'a', '--merge-kubeconfig'], '--merge-kubeconfig'],
])('%j is an error', async (args, message) => {
  const folder = temporaryFolder();
  writeFolder(folder, { 'pod.yaml': 'apiVersion: v1\nkind: Pod\nmetadata: { name: a }\nspec: {}\n' });
  const { exitCode, stderr } = await runCli(folder, ['cluster', ...args]);
  expect(stderr).toContain(message);
  expect(exitCode).toBe(1);
});
