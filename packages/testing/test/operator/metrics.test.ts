/** The metrics of a manager over TLS, for users whom the API server authorizes. */
import { request as httpsRequest } from 'node:https';
import { createLogger, Manager, selfSignedCertificates } from '@opgen/runtime';
import { Namespace, ServiceAccount } from '@opgen/runtime/kinds/core/v1';
import { ClusterRole, ClusterRoleBinding } from '@opgen/runtime/kinds/rbac/v1';
import type { Transport } from '@opgen/runtime/transport';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startCluster, type TestCluster } from '../../src/cluster.ts';
import { realServerAvailable } from '../../src/envtest/availability.ts';
import { sharedRealCluster } from '../../src/envtest/shared-real-cluster.ts';

const namespace = 'metrics';
const real = await realServerAvailable(['etcd', 'kube-apiserver']);

describe.each([
  { server: 'the embedded API server', start: () => startCluster(), available: true },
  { server: 'a real API server', start: sharedRealCluster, available: real },
])('secure metrics on $server', ({ start, available }) => {
  if (!available) return test.skip('is not built', () => {});

  let cluster: TestCluster;
  let manager: Manager;
  let tokens: Record<'prometheus' | 'visitor', string>;
  let log: string;
  const stop = new AbortController();
  let run: Promise<void>;

  async function startManager(transport: Transport): Promise<Manager> {
    const made = new Manager({
      transport,
      metrics: { bindAddress: '127.0.0.1:0' },
      certificates: selfSignedCertificates(),
      log: createLogger({ destination: { write: (line: string) => void (log += line) } }),
    });
    run = made.start(stop.signal);
    await made.ready;
    return made;
  }

  beforeAll(async () => {
    log = '';
    cluster = await start();
    await cluster.client.create(Namespace, { metadata: { name: namespace } });
    tokens = { prometheus: await tokenOf('prometheus'), visitor: await tokenOf('visitor') };
    const metadata = { name: 'metrics-reader' };
    await cluster.client.create(ClusterRole, {
      metadata,
      rules: [{ nonResourceURLs: ['/metrics'], verbs: ['get'] }],
    });
    await cluster.client.create(ClusterRoleBinding, {
      metadata,
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'metrics-reader' },
      subjects: [{ kind: 'ServiceAccount', name: 'prometheus', namespace }],
    });
    manager = await startManager(cluster.transport);
  });

  afterAll(async () => {
    stop.abort();
    await run;
    await cluster.client.delete(ClusterRoleBinding, { name: 'metrics-reader' });
    await cluster.client.delete(ClusterRole, { name: 'metrics-reader' });
    await cluster.stop();
  });

  async function tokenOf(name: string): Promise<string> {
    await cluster.client.create(ServiceAccount, { metadata: { name, namespace } });
    const answer = await cluster.transport.request({
      method: 'POST',
      path: `/api/v1/namespaces/${namespace}/serviceaccounts/${name}/token`,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest', spec: {} }),
    });
    const { status } = JSON.parse(await answer.text()) as { status: { token: string } };
    return status.token;
  }

  function scrape(token?: string): Promise<{ code: number | undefined; text: string }> {
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
    const target = {
      host: '127.0.0.1',
      port: manager.metricsPort,
      path: '/metrics',
      rejectUnauthorized: false,
    };
    return new Promise((resolve, reject) => {
      const sent = httpsRequest({ ...target, headers }, (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (chunk: string) => (text += chunk));
        response.on('end', () => resolve({ code: response.statusCode, text }));
      });
      sent.on('error', reject);
      sent.end();
    });
  }

  test('are served to authorized users', async () => {
    const { code, text } = await scrape(tokens.prometheus);

    expect(code).toBe(200);
    expect(text).toMatch(/^rest_client_requests_total\{code="201",method="POST",host="[^"]+"\} \d+$/m);
    expect(text).toMatch(/^process_resident_memory_bytes \d+$/m);
  });

  test('are not served to other users', async () => {
    expect((await scrape(tokens.visitor)).code).toBe(403);
  });

  test.each([
    ['nobody', undefined],
    ['a stranger', 'not.a.token'],
  ])('are not for %s', async (_, token) => {
    expect((await scrape(token)).code).toBe(401);
  });

  test('are not served if the operator may not create reviews; its log names the missing role', async () => {
    const unbound = `system:serviceaccount:${namespace}:visitor`;
    const lost = new AbortController();
    const other = new Manager({
      transport: cluster.transportFor({ name: unbound }),
      metrics: { bindAddress: '127.0.0.1:0' },
      certificates: selfSignedCertificates(),
      log: createLogger({ destination: { write: (line: string) => void (log += line) } }),
    });
    const running = other.start(lost.signal);
    await other.ready;
    const mine = manager;
    manager = other;
    const { code } = await scrape(tokens.prometheus);
    manager = mine;
    lost.abort();
    await running;

    expect(code).toBe(500);
    expect(log).toContain('metrics-auth-role');
  });
});
