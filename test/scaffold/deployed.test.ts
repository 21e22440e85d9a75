/** The roles that `opgen init` writes are what the manager needs, no less: tried under its own service account. */
import { spawnSync } from 'node:child_process';
import { get } from 'node:https';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createClient, managedCertificates, Manager, type Logger } from '@opgen/runtime';
import { SelfSubjectAccessReview } from '@opgen/runtime/kinds/authorization/v1';
import { Lease } from '@opgen/runtime/kinds/coordination/v1';
import { Secret } from '@opgen/runtime/kinds/core/v1';
import { startCluster } from '@opgen/testing';
import { describe, expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { Memcached } from '../golden/single-api/project/src/api/cache/v1alpha1/memcached.ts';
import { setupMemcachedController } from '../golden/single-api/project/src/controllers/cache/memcached.controller.ts';
import { Tree } from '../golden/namespaced-pnpm/project/src/api/fruit/v1/tree.ts';
import { setupTreeController } from '../golden/namespaced-pnpm/project/src/controllers/fruit/tree.controller.ts';

const hasKubectl = spawnSync('kubectl', ['version', '--client']).status === 0;
const golden = fileURLToPath(new URL('../golden', import.meta.url));

/** Everything that `make deploy` would apply. */
function manifestsOf(scenario: string): object[] {
  const folder = join(golden, scenario, 'project/config/default');
  const { stdout } = spawnSync('kubectl', ['kustomize', folder], { encoding: 'utf8' });
  return parseAllDocuments(stdout).map((document) => document.toJS() as object);
}

/** Keeps what was worth a warning. */
class Complaints implements Logger {
  readonly heard: string[] = [];
  debug(): void {}
  info(): void {}
  warn(message: string, fields?: object): void {
    this.heard.push(`${message} ${JSON.stringify(fields)} ${String((fields as { error?: unknown })?.error)}`);
  }
  error(message: string, fields?: object): void {
    this.warn(message, fields);
  }
  child(): Logger {
    return this;
  }
}

/** What the metrics server answers to somebody without a name, over TLS that is verified. */
function metricsStatus(port: number, ca: string, servername: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    get({ host: '127.0.0.1', port, path: '/metrics', ca, servername }, (response) => {
      response.resume();
      resolve(response.statusCode);
    }).on('error', reject);
  });
}

describe.skipIf(!hasKubectl)('a deployed operator has the rights that it needs', () => {
  test.each([
    ['single-api', 'memcached-operator', Memcached, setupMemcachedController, {}],
    ['namespaced-pnpm', 'nursery', Tree, setupTreeController, { namespaces: ['nursery-system'] }],
  ] as const)('%s', async (scenario, name, kind, setup, options) => {
    const namespace = `${name}-system`;
    await using cluster = await startCluster();
    await cluster.install(manifestsOf(scenario));
    const transport = cluster.transportFor({
      name: `system:serviceaccount:${namespace}:${name}-controller-manager`,
      groups: ['system:serviceaccounts', `system:serviceaccounts:${namespace}`],
    });
    const log = new Complaints();
    const manager = new Manager({
      transport,
      log,
      leaderElection: { enabled: true, id: `${name}-leader`, namespace },
      metrics: { bindAddress: '127.0.0.1:0' },
      certificates: managedCertificates({ name, namespace }),
      ...options,
    });
    setup(manager);
    const stop = new AbortController();
    const stopped = manager.start(stop.signal);
    await manager.ready;

    const object = { metadata: { name: 'sample', namespace }, spec: {} };
    await cluster.client.create(kind as typeof Memcached, object as never);
    await expect
      .poll(async () => (await cluster.client.get(kind as typeof Memcached, object.metadata)).status)
      .toMatchObject({ conditions: [{ type: 'Ready', status: 'True' }] });
    expect(await cluster.client.find(Lease, { name: `${name}-leader`, namespace })).toBeDefined();
    const secret = await cluster.client.get(Secret, { name: `${name}-certificates`, namespace });
    const ca = Buffer.from(secret.data?.['ca.crt'] ?? '', 'base64').toString();
    expect(
      await metricsStatus(manager.metricsPort ?? 0, ca, `${name}-metrics-service.${namespace}.svc`),
    ).toBe(401);
    expect(log.heard).toEqual([]);

    // What it asks the API server about those who say who they are.
    const asManager = createClient(transport);
    for (const [group, resource] of [
      ['authentication.k8s.io', 'tokenreviews'],
      ['authorization.k8s.io', 'subjectaccessreviews'],
    ] as const) {
      const spec = { resourceAttributes: { group, resource, verb: 'create' } };
      const { status } = await asManager.create(SelfSubjectAccessReview, { metadata: {}, spec });
      expect(status, resource).toMatchObject({ allowed: true });
    }

    stop.abort();
    await stopped;
  });
});
