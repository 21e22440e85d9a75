/** `opgen runs` reads the runs of an operator at a URL, and of the deployed one through the API server. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createLogger, done, Manager } from '@opgen/runtime';
import { Deployment } from '@opgen/runtime/kinds/apps/v1';
import { ConfigMap, Namespace, Pod, ServiceAccount } from '@opgen/runtime/kinds/core/v1';
import { ClusterRole, ClusterRoleBinding } from '@opgen/runtime/kinds/rbac/v1';
import type { Run } from '@opgen/runtime/runs';
import { type EmbeddedCluster, startCluster } from '@opgen/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { temporaryFolder } from '../support/folder.ts';
import { goldenProject } from '../support/golden.ts';
import { type CliRun, runCli } from '../support/run-cli.ts';

const namespace = 'memcached-operator-system';
const account = { namespace, name: 'memcached-operator-controller-manager' };

/** What a command has printed so far. */
class Output {
  text = '';

  write(text: string): void {
    this.text += text;
  }
}

let cluster: EmbeddedCluster;
let folder: string;
let kubeconfig: string;
let access: string;
let operators: { stop: () => Promise<void> }[] = [];

beforeAll(async () => {
  cluster = await startCluster();
  const { kubeconfig: administrator } = await cluster.serve();
  access = administrator;
  await cluster.client.create(Namespace, { metadata: { name: namespace } });
  await cluster.client.create(ServiceAccount, { metadata: account });
});

beforeEach(() => {
  folder = goldenProject('single-api');
  kubeconfig = join(folder, 'kubeconfig');
  writeFileSync(kubeconfig, access);
});

afterAll(async () => {
  await Promise.all(operators.map(({ stop }) => stop()));
  await cluster.stop();
});

/** Starts an operator that reconciles the ConfigMaps of a namespace, and fails for those named `broken`. */
async function startOperator(
  watched: string,
  { records = true, secure }: { secure: boolean; records?: boolean },
): Promise<Manager> {
  const manager = new Manager({
    transport: cluster.transport,
    namespaces: [watched],
    metrics: { bindAddress: '127.0.0.1:0', secure },
    log: createLogger({ destination: { write: () => undefined } }),
    ...(records && { runs: {} }),
  });
  manager
    .controller('settings')
    .for(ConfigMap)
    .reconcileWith({
      reconcile: async ({ name }) => {
        if (name === 'broken') throw new Error('no quota');
        return done;
      },
    });
  const stop = new AbortController();
  const running = manager.start(stop.signal);
  operators = [
    ...operators,
    {
      stop: async () => {
        stop.abort();
        await running;
      },
    },
  ];
  await manager.ready;
  return manager;
}

/** Resolves once a reconcile of this object has ended. */
async function hasRun({ runs: recorded }: Manager, name: string): Promise<void> {
  const isOf = ({ object }: Run): boolean => object.name === name;
  await new Promise<void>((resolve) => {
    const unsubscribe = recorded.subscribe((run) => isOf(run) && ended());
    const ended = (): void => {
      unsubscribe();
      resolve();
    };
    if ([...recorded].some(isOf)) ended();
  });
}

async function namespaceWith(name: string, ...maps: string[]): Promise<void> {
  await cluster.client.create(Namespace, { metadata: { name } });
  for (const map of maps)
    await cluster.client.create(ConfigMap, { metadata: { name: map, namespace: name } });
}

async function tokenFile(name: string): Promise<string> {
  const key = { name, namespace };
  const { status } = await cluster.client.subresource(ServiceAccount, key, 'token').create({ spec: {} });
  const path = join(temporaryFolder(), 'token');
  writeFileSync(path, `${status?.token}\n`);
  return path;
}

const runs = (args: readonly string[], interrupted?: AbortSignal): Promise<CliRun> =>
  runCli(folder, ['runs', ...args], { env: { KUBECONFIG: kubeconfig }, ...(interrupted && { interrupted }) });

describe('opgen runs --url', () => {
  let url: string;

  beforeAll(async () => {
    await namespaceWith('by-url', 'colors', 'broken');
    const manager = await startOperator('by-url', { secure: false });
    url = `http://127.0.0.1:${manager.metricsPort}`;
    await hasRun(manager, 'colors');
    await hasRun(manager, 'broken');
  });

  test('prints a line for each run, as opgen dev does', async () => {
    const { exitCode, stderr, stdout } = await runs(['--url', url, 'configmap', 'by-url/colors']);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(stdout).toMatch(/^settings by-url\/colors ← ConfigMap added · [\d.]+ ms\n$/);
  });

  test('prints errors with --failed, and times with --timestamps', async () => {
    const { stdout } = await runs(['--url', url, '--failed', '--timestamps']);
    expect(stdout).toMatch(
      /^\d{4}-\d\d-\d\dT[\d:.]+Z settings by-url\/broken ← ConfigMap added · .* · failed · retry in .*\n {2}no quota\n/,
    );
    expect(stdout).toContain('runs.test.ts');
    expect(stdout).not.toContain('colors');
  });

  test('prints the whole record with --json', async () => {
    const { stdout } = await runs(['--url', url, '--json', '--controller', 'settings']);
    const { data } = JSON.parse(stdout) as { data: { runs: Run[] } };
    expect(data.runs).toContainEqual(
      expect.objectContaining({ kind: 'ConfigMap', object: { namespace: 'by-url', name: 'colors' } }),
    );
  });

  test('follows', async () => {
    const end = new AbortController();
    const stdout = new Output();
    const following = runCli(folder, ['runs', '--url', url, '--follow', 'ConfigMap', 'later'], {
      interrupted: end.signal,
      stdout,
    });
    await cluster.client.create(ConfigMap, { metadata: { name: 'later', namespace: 'by-url' } });
    await expect.poll(() => stdout.text).toContain('settings by-url/later ← ConfigMap added');
    end.abort();
    expect((await following).exitCode).toBe(0);
  });

  test('says how to record runs, and that nothing listens', async () => {
    const silent = await startOperator('by-url', { secure: false, records: false });
    const unrecorded = await runs(['--url', `http://127.0.0.1:${silent.metricsPort}`]);
    expect(unrecorded.exitCode).toBe(1);
    expect(unrecorded.stderr).toContain('runs are not recorded');
    expect(unrecorded.stderr).toContain('new Manager({ runs: {} })');
    for (const flags of [[], ['--follow']]) {
      const nobody = await runs(['--url', 'http://127.0.0.1:1', ...flags]);
      expect(nobody.exitCode).toBe(1);
      expect(nobody.stderr).toMatch(/cannot read the runs of http:\/\/127\.0\.0\.1:1: .*ECONNREFUSED/);
    }
  });
});

describe('over TLS', () => {
  const role = { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'runs-reader' };
  let manager: Manager;

  beforeAll(async () => {
    await namespaceWith('over-tls', 'colors');
    manager = await startOperator('over-tls', { secure: true });
    await hasRun(manager, 'colors');
  });

  test('reads only with a trusted certificate and an authorized token', async () => {
    const url = `https://127.0.0.1:${manager.metricsPort}`;
    const untrusted = await runs(['--url', url]);
    expect(untrusted.stderr).toContain('--insecure-skip-tls-verify');
    const anonymous = await runs(['--url', url, '--insecure-skip-tls-verify']);
    expect(anonymous.stderr).toContain('pass a --token-file');
    await cluster.client.create(ServiceAccount, { metadata: { name: 'visitor', namespace } });
    const token = await tokenFile('visitor');
    const forbidden = await runs(['--url', url, '--insecure-skip-tls-verify', '--token-file', token]);
    expect(forbidden.stderr).toContain('kubectl create clusterrole runs-reader');
  });

  test('reads the Pods of the deployed operator through the API server', async () => {
    const missing = await runs(['--context', 'opgen']);
    expect(missing.stderr).toContain(
      `Deployment ${namespace}/memcached-operator-controller-manager is not in the cluster`,
    );
    const labels = { 'control-plane': 'controller-manager' };
    const spec = {
      serviceAccountName: account.name,
      containers: [{ name: 'manager', image: 'operator', args: ['--metrics-bind-address=:8443'] }],
    };
    await cluster.client.create(Deployment, {
      metadata: account,
      spec: { selector: { matchLabels: labels }, template: { metadata: { labels }, spec } },
    });
    const none = await runs(['--context', 'opgen']);
    expect(none.stderr).toContain('has no running Pod');
    const pod = await cluster.client.create(Pod, {
      metadata: { name: 'manager-0', namespace, labels },
      spec: { ...spec, nodeName: 'node-0' },
    });
    await cluster.client.updateStatus(Pod, { ...pod, status: { phase: 'Running' } });
    cluster.connections.port(({ kind, name, port }) =>
      kind === 'Pod' && name === 'manager-0' && port === '8443'
        ? `https://127.0.0.1:${manager.metricsPort}`
        : undefined,
    );
    const forbidden = await runs(['--context', 'opgen', '--follow']);
    expect(forbidden.stderr).toContain('bind the ClusterRole runs-reader');

    await cluster.client.create(ClusterRole, {
      metadata: { name: 'runs-reader' },
      rules: [{ nonResourceURLs: ['/runs'], verbs: ['get'] }],
    });
    await cluster.client.create(ServiceAccount, { metadata: { name: 'reader', namespace } });
    await cluster.client.create(ClusterRoleBinding, {
      metadata: { name: 'runs-reader' },
      roleRef: role,
      subjects: [{ kind: 'ServiceAccount', name: 'reader', namespace }],
    });
    const flags = ['--context', 'opgen', '--service-account', 'reader'];
    const read = await runs([...flags, 'ConfigMap', 'colors']);
    expect(read.stderr).toBe('');
    expect(read.stdout).toMatch(/^settings over-tls\/colors ← ConfigMap added · [\d.]+ ms\n$/);

    const end = new AbortController();
    const stdout = new Output();
    const following = runCli(folder, ['runs', ...flags, '--follow', '--json'], {
      env: { KUBECONFIG: kubeconfig },
      interrupted: end.signal,
      stdout,
    });
    await expect.poll(() => stdout.text).toContain('"colors"');
    await cluster.client.create(ConfigMap, { metadata: { name: 'later', namespace: 'over-tls' } });
    await expect.poll(() => stdout.text).toContain('"later"');
    end.abort();
    expect((await following).exitCode).toBe(0);
  });
});
